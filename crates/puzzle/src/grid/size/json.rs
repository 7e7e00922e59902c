//! A size in JSON: its order, as `--order` takes it.

use super::Size;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The side of a square box, or the rows and columns of another one, such as `2x3`.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Order {
    Side(usize),
    Boxes(String),
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.order()
            .map_or_else(|| Order::Boxes(self.order_text()), Order::Side)
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let size = match Order::deserialize(deserializer)? {
            Order::Side(order) => Self::from_order(order),
            Order::Boxes(text) => Self::from_order_text(&text),
        };
        size.ok_or_else(|| D::Error::custom(format!("expected {}", Self::list(Self::order_text))))
    }
}
