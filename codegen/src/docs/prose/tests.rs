use super::*;

fn inline(text: &str, style: Style) -> Inline {
    let text = text.to_owned();
    Inline { text, style }
}

#[test]
fn markdown_becomes_blocks() {
    let markdown = "## one: A heading\n\nSome `code`, **more** and\n[a link](#one).\n\n@table\n\n- first\n- second\n\n```\nkept  as is\n```\n";
    let blocks = parse(markdown, |name| {
        vec![Block::Code {
            language: TEXT.into(),
            text: format!("in place of {name}"),
        }]
    });
    let expected = [
        Block::Heading {
            level: 2,
            anchor: "one".into(),
            text: "A heading".into(),
        },
        Block::Paragraph {
            text: vec![
                inline("Some ", Style::Plain),
                inline("code", Style::Code),
                inline(", ", Style::Plain),
                inline("more", Style::Strong),
                inline(" and ", Style::Plain),
                inline(
                    "a link",
                    Style::Link {
                        href: "#one".into(),
                    },
                ),
                inline(".", Style::Plain),
            ],
        },
        Block::Code {
            language: TEXT.into(),
            text: "in place of table".into(),
        },
        Block::List {
            items: vec![
                vec![inline("first", Style::Plain)],
                vec![inline("second", Style::Plain)],
            ],
        },
        Block::Code {
            language: TEXT.into(),
            text: "kept  as is".into(),
        },
    ];
    assert_eq!(blocks, expected);
}
