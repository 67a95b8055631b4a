use super::*;

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
                plain("Some "),
                code("code"),
                plain(", "),
                Inline::Strong {
                    text: "more".into(),
                },
                plain(" and "),
                link("a link", "#one"),
                plain("."),
            ],
        },
        Block::Code {
            language: TEXT.into(),
            text: "in place of table".into(),
        },
        Block::List {
            items: vec![vec![plain("first")], vec![plain("second")]],
        },
        Block::Code {
            language: TEXT.into(),
            text: "kept  as is".into(),
        },
    ];
    assert_eq!(blocks, expected);
}
