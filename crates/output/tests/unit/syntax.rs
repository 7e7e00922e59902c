//! How each syntax writes a text.

use sudomill_output::syntax::{Csv, JsonLines, Markdown, Syntax};

fn text(syntax: &dyn Syntax, text: &str) -> String {
    let mut out = Vec::new();
    syntax.text(text.as_bytes(), &mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn text_of_each_syntax() {
    for (plain, csv, json, markdown) in [
        ("", "", r#""""#, ""),
        ("a b", "a b", r#""a b""#, "a b"),
        ("a,b", r#""a,b""#, r#""a,b""#, "a,b"),
        ("5\" disk", r#""5"" disk""#, r#""5\" disk""#, "5\" disk"),
        ("\"", r#""""""#, r#""\"""#, "\""),
        ("a\nb", "\"a\nb\"", r#""a\nb""#, "a<br>b"),
        ("a\r\nb", "\"a\r\nb\"", r#""a\r\nb""#, "a<br>b"),
        ("a\rb", "\"a\rb\"", r#""a\rb""#, "a<br>b"),
        ("a|b", "a|b", r#""a|b""#, r"a\|b"),
    ] {
        assert_eq!(text(&Csv, plain), csv);
        assert_eq!(text(&JsonLines, plain), json);
        assert_eq!(text(&Markdown, plain), markdown);
    }
}
