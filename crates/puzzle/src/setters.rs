//! A method for each field of a struct of options.

/// Adds to options, which a later version may extend, methods that set one field each. A field that
/// may be missing takes `impl Into<Option<…>>`: its value, or `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($options:ident $(<$life:lifetime>)? { $($method:ident: $field:ident, $type:ty;)* }) => {
        impl $(<$life>)? $options $(<$life>)? {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
                #[must_use]
                pub fn $method(mut self, $field: $type) -> Self {
                    self.$field = $field.into();
                    self
                }
            )*
        }
    };
}
