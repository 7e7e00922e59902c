//! The clock. In a browser it uses the page's clock, because the standard library has none there.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;

/// Returns the current date and time.
pub fn now() -> std::time::SystemTime {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    return std::time::SystemTime::now();
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return web_time::web::SystemTimeExt::to_std(web_time::SystemTime::now());
}
