//! Sharing a match: a word for the clipboard, or a picture of the board in a file. The match and its
//! replay offer the same.

use ratatui::buffer::Buffer;

use super::match_view::{Beside, MatchView, layout};
use crate::play::{Record, line};
use crate::tui::ask::Ask;
use crate::tui::game_ui::GameUi;
use crate::tui::{Answer, Context, Effect, Keep, Look, picture};

/// What can be shared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    Nothing,
    Position,
    Match,
    Text,
    Svg,
}

const CHOICES: &[(&str, Share)] = &[
    ("Copy this position", Share::Position),
    ("Copy the whole match", Share::Match),
    ("Picture as text", Share::Text),
    ("Picture as SVG", Share::Svg),
    ("Back", Share::Nothing),
];

/// Asks what is to be shared; [`share`] takes the answer.
pub(super) fn ask() -> Effect {
    let text = "A copied match is one word for a chat: 'parlour show' and 'parlour replay' read it. \
                Pictures of the board go into a file.";
    Effect::Open(Box::new(Ask::among("Share", text, CHOICES)))
}

/// Does what was chosen. `record` is the whole match, `table` what is shown of it now.
pub(super) fn share<G: GameUi>(
    answer: &Answer,
    mut record: Record,
    table: &MatchView<G>,
    context: &Context,
) -> Effect {
    let over = record.result.is_some();
    match answer.among(CHOICES) {
        None | Some(Share::Nothing) => Effect::None,
        Some(Share::Position | Share::Match) if G::SECRETS && !over => {
            Effect::Say("the moves would tell secrets; share the match when it is over".to_owned())
        }
        Some(Share::Position) => {
            if table.scene.ply < record.moves.len() {
                record.moves.truncate(table.scene.ply);
                record.resigned = None;
            }
            let said =
                format!("copied: 'parlour show' draws the position after {}", moves(&record));
            Effect::Copy(line::write::<G>(&record)).and(Effect::Tell(said))
        }
        Some(Share::Match) => {
            let said = format!("copied: 'parlour replay' plays these {}", moves(&record));
            Effect::Copy(line::write::<G>(&record)).and(Effect::Tell(said))
        }
        Some(Share::Text) => {
            let drawn = drawn(table, context, &context.look);
            let text = picture::text(&drawn, drawn.area);
            Effect::Keep(Keep::Picture(G::ID, "txt", text))
        }
        Some(Share::Svg) => {
            let drawn = drawn(table, context, &context.look);
            Effect::Keep(Keep::Picture(
                G::ID,
                "svg",
                picture::svg(&drawn, drawn.area, &context.look),
            ))
        }
    }
}

fn moves(record: &Record) -> String {
    match record.moves.len() {
        1 => "1 move".to_owned(),
        many => format!("{many} moves"),
    }
}

/// The board alone, as large as it is on the screen.
fn drawn<G: GameUi>(table: &MatchView<G>, context: &Context, look: &Look) -> Buffer {
    let area = layout::<G>(context.area()).board;
    let mut buf = Buffer::empty(area);
    crate::tui::text::fill(&mut buf, area, look.theme().ground());
    let beside = Beside::default();
    let mut seen = table.seen(&beside);
    // Nobody holds a piece on a picture.
    seen.acting = None;
    seen.legal = &[];
    G::draw(&seen, &G::Ui::default(), look, area, &mut buf);
    buf
}
