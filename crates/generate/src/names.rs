//! Names for the command line: an enum from a table of them.

/// The error for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownName(pub(super) String);

/// Defines an enum from a table: its variants, each with its name and a line about it.
macro_rules! named {
    (
        $(#[$about:meta])*
        $type:ident $what:literal
        $($(#[$meaning:meta])+ $variant:ident $name:literal $summary:literal;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$meaning])+ $variant,)*
        }

        impl $type {
            #[doc = concat!("Every ", $what, ".")]
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// A one-line description.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }

        impl std::str::FromStr for $type {
            type Err = super::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|it| it.name() == name);
                found.ok_or_else(|| {
                    let expected = sudomill_puzzle::error::one_of([$($name),*]);
                    super::UnknownName(format!("unknown {} '{name}'; expected {expected}", $what))
                })
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub(super) use named;
