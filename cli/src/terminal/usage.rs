//! Prints the errors of the command line.

use crate::terminal::failure::say;
use clap::Error;
use clap::builder::StyledStr;
use clap::error::ContextValue;
use gdvariant::Escaped;
use std::process::ExitCode;

/// Prints an error of the command line to standard error and returns the exit status.
///
/// The arguments in the message are escaped, because a script can pass names that others have
/// chosen.
pub(crate) fn report(mut error: Error) -> ExitCode {
    escape(&mut error);
    say(format_args!("{}", error.render().ansi()));
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn escape(error: &mut Error) {
    let parts = error
        .context()
        .map(|(kind, value)| (kind, value.clone()))
        .collect::<Vec<_>>();
    let arguments: Vec<String> = parts
        .iter()
        .flat_map(|(_, value)| match value {
            ContextValue::String(text) => vec![text.clone()],
            ContextValue::Strings(texts) => texts.clone(),
            _ => Vec::new(),
        })
        .collect();
    let escaped = |text: &String| Escaped(text).to_string();
    // Styled text contains arguments between the escape sequences of its style.
    let restyled = |styled: &StyledStr| {
        let styled = styled.ansi().to_string();
        let replaced = arguments.iter().fold(styled, |styled, argument| {
            styled.replace(argument.as_str(), &escaped(argument))
        });
        StyledStr::from(replaced)
    };
    for (kind, value) in parts {
        let value = match &value {
            ContextValue::String(text) => ContextValue::String(escaped(text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(escaped).collect())
            }
            ContextValue::StyledStr(styled) => ContextValue::StyledStr(restyled(styled)),
            ContextValue::StyledStrs(all) => {
                ContextValue::StyledStrs(all.iter().map(restyled).collect())
            }
            _ => continue,
        };
        error.insert(kind, value);
    }
}
