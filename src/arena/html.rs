//! The report as one page for a browser, with everything in it: tables, ratings with their
//! intervals drawn, forfeits, and matches to step through.
//!
//! Knows no game: a board is drawn from what the view of a position says (`page.html`).

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::report::percent;
use super::{Count, Forfeit, Played, Report};
use crate::lang;
use crate::play::clean;

const PAGE: &str = include_str!("page.html");
/// So many bytes of matches, and so many matches, are on a page; more makes a browser slow.
const ROOM: usize = 6 << 20;
const MOST: usize = 400;

/// A match as it is stepped through: what each move says, and how the view changes with it.
pub(crate) struct Frames {
    /// `told` and `view` of each position, the first one before any move.
    frames: Vec<Value>,
    before: Map<String, Value>,
}

impl Frames {
    pub fn new() -> Frames {
        Frames { frames: Vec::new(), before: Map::new() }
    }

    /// Adds the position after a move, with what is said of that.
    pub fn add(&mut self, told: &str, view: &Map<String, Value>) {
        let drawn = ["owners", "grid"].iter().any(|key| view.contains_key(*key))
            || matches!(view.get("cells"), Some(Value::Array(cells)) if cells.iter().all(Value::is_string));
        let mut change = Map::new();
        let facing = facing(view);
        for key in ["owners", "values", "grid", "facing", "cells", "board", "scores"] {
            let found = if key == "facing" { facing.as_ref() } else { view.get(key) };
            let Some(now) = found.filter(|_| key != "board" || !drawn) else { continue };
            match self.before.get(key) {
                Some(then) if then == now => {}
                Some(Value::Array(then)) if rows(now).is_some_and(|it| it.len() == then.len()) => {
                    let rows = rows(now).into_iter().flatten().enumerate();
                    let changed = rows.filter(|(at, row)| then[*at] != **row);
                    let changed = changed.map(|(at, row)| (at.to_string(), row.clone()));
                    change.insert(key.to_owned(), Value::Object(changed.collect()));
                }
                _ => drop(change.insert(key.to_owned(), now.clone())),
            }
            self.before.insert(key.to_owned(), now.clone());
        }
        self.frames.push(json!({ "told": &*clean(&lang::told(told)), "view": change }));
    }
}

/// Where each piece that looks somewhere stands, and where it looks: `b1S`.
fn facing(view: &Map<String, Value>) -> Option<Value> {
    let all = view.get("turtles")?.as_array()?.iter();
    let word = |it: &Value| match (it["cell"].as_str(), it["facing"].as_str()) {
        (Some(cell), Some(facing)) => format!("{cell}{facing}"),
        _ => String::new(),
    };
    Some(all.map(word).collect())
}

fn rows(value: &Value) -> Option<&Vec<Value>> {
    value.as_array()
}

/// The matches that are shown, as far as there is room.
#[derive(Default)]
pub(crate) struct Gallery {
    /// The number of a match, who sat where, and its frames as JSON.
    matches: Vec<(usize, Vec<usize>, String)>,
    size: usize,
    left_out: usize,
}

impl Gallery {
    /// Adds a match, if its moves were kept and there is room.
    pub fn add(&mut self, played: &Played, frames: &dyn Fn(&Played) -> Option<Frames>) {
        let frames = match self.matches.len() < MOST && self.size < ROOM {
            true => frames(played),
            false => None,
        };
        match frames {
            Some(frames) => {
                let text = Value::Array(frames.frames).to_string();
                self.size += text.len();
                self.matches.push((played.number, played.seating.clone(), text));
            }
            None => self.left_out += 1,
        }
    }
}

/// A page whose words are the reader's: what stands between its tags, except what programs said.
fn in_their_language(page: &str) -> String {
    let mut told = String::with_capacity(page.len());
    let mut verbatim = false;
    for piece in page.split_inclusive('>') {
        let (words, tag) = piece.split_at(piece.find('<').unwrap_or(piece.len()));
        match verbatim {
            true => told.push_str(words),
            false => told.push_str(&lang::told(words)),
        }
        verbatim = tag.starts_with("<pre");
        told.push_str(tag);
    }
    lang::unmarked(&told)
}

impl Report<'_> {
    /// The whole page.
    pub fn html(&self, gallery: &Gallery) -> String {
        let plan = self.plan();
        let title = format!("{} on {}", plan.title, plan.board_words.0);
        let mut body = format!("<h1>{}</h1>\n", escape(&title));
        let mut about = vec![
            plan.board_words.1.clone(),
            format!("{} matches", self.tally().played),
            format!("seed {}", plan.seed),
            format!("{} a move", plan.limit),
        ];
        about.extend(self.conditions());
        let _ = writeln!(body, "<p class=\"soft\">{}</p>", escape(&about.join(" · ")));
        self.html_table(&mut body);
        self.html_ratings(&mut body);
        self.html_cross(&mut body);
        if let Some(sentence) = self.sprt_words() {
            let _ = writeln!(body, "<p>{}</p>", escape(&sentence));
        }
        self.html_forfeits(&mut body);
        self.html_matches(gallery, &mut body);
        let of_match = |(number, _, frames): &(usize, Vec<usize>, String)| {
            format!("{{\"number\":{},\"frames\":{frames}}}", number + 1)
        };
        let matches: Vec<String> = gallery.matches.iter().map(of_match).collect();
        // What the page's own program says.
        let words = ["of", ":", "scores", "level", "the board"];
        let words: Map<String, Value> = words
            .map(|word| (word.to_owned(), json!(lang::told_as(word, "page"))))
            .into_iter()
            .collect();
        let data = format!(
            "{{\"seats\":{},\"words\":{},\"matches\":[{}]}}",
            json!(plan.seat_names),
            json!(words),
            matches.join(",")
        );
        // Nothing inside may end the element that holds it.
        let data = data.replace("</", "<\\/").replace("<!--", "<\\!--");
        let body = in_their_language(&body).replace("{{DATA}}", "{ {DATA} }");
        PAGE.replacen("lang=\"en\"", &format!("lang=\"{}\"", lang::name()), 1)
            .replacen("{{TITLE}}", &escape(&lang::told(&title)), 1)
            .replacen("{{BODY}}", &body, 1)
            .replacen("{{DATA}}", &data, 1)
    }

    /// The entrants, the best first: by points in a Swiss contest, by rating elsewhere.
    fn best_first(&self) -> Vec<usize> {
        match self.standings().schedule.swiss() {
            Some(swiss) => swiss.order(),
            None => self.tally().ranking().into_iter().map(|(entrant, _)| entrant).collect(),
        }
    }

    fn html_table(&self, body: &mut String) {
        let swiss = self.standings().schedule.swiss();
        let points = if swiss.is_some() { "<th>points" } else { "" };
        let _ = writeln!(
            body,
            "<h2>{}</h2>\n<div class=\"wide\"><table>\n<tr><th>entrant{points}<th>seat<th>played\
             <th>won<th>drawn<th>lost<th>score<th>95 % interval</tr>",
            lang::told_as("Table", "contest")
        );
        let mut row = |class: &str, label: &str, points: Option<f64>, seat: &str, count: &Count| {
            let interval = count.interval();
            let points = match (swiss, points) {
                (None, _) => String::new(),
                (Some(_), None) => "<td>".to_owned(),
                (Some(_), Some(points)) => format!("<td>{points:.1}"),
            };
            let _ = writeln!(
                body,
                "<tr class=\"{class}\"><td>{}{points}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{} to {}</tr>",
                escape(label),
                escape(seat),
                count.played(),
                count.won,
                count.drawn,
                count.lost,
                percent(count.score()),
                percent(interval.low),
                percent(interval.high)
            );
        };
        for (place, entrant) in self.best_first().into_iter().enumerate() {
            let (label, line) = (self.called(entrant), &self.tally().lines[entrant]);
            let label = format!("{}. {label}", place + 1);
            let points = swiss.map(|swiss| swiss.points()[entrant]);
            row("all", &label, points, "all", &line.all());
            for (name, count) in self.plan().seat_names.iter().zip(&line.by_seat) {
                row("seat", "", None, name, count);
            }
        }
        body.push_str("</table></div>\n");
    }

    /// The ratings, each with its interval as a line.
    fn html_ratings(&self, body: &mut String) {
        const ROW: f64 = 26.0;
        const LEFT: f64 = 290.0;
        const WIDE: f64 = 480.0;
        let ranking = self.tally().ranking();
        let reach = ranking.iter().map(|(_, it)| it.elo.abs() + it.error).fold(50.0, f64::max);
        let x = |elo: f64| LEFT + WIDE * (elo + reach) / (2.0 * reach);
        let height = ROW * ranking.len() as f64 + 24.0;
        let right = LEFT + WIDE + 120.0;
        let _ = writeln!(
            body,
            "<h2>Ratings</h2>\n<svg viewBox=\"0 0 {right} {height}\" width=\"{right}\" role=\"img\" \
             aria-label=\"{2}\">\n<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"0\" \
             y2=\"{1:.1}\" stroke=\"var(--line)\"/>",
            x(0.0),
            height - 22.0,
            lang::told("ratings with 95 % intervals")
        );
        for (place, (entrant, rating)) in ranking.iter().enumerate() {
            let y = ROW * place as f64 + ROW / 2.0;
            let (low, high) = (x(rating.elo - rating.error), x(rating.elo + rating.error));
            let _ = writeln!(
                body,
                "<text x=\"0\" y=\"{0:.1}\" font-size=\"14\">{1}. {2}</text><line x1=\"{low:.1}\" \
                 x2=\"{high:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"var(--brass)\" \
                 stroke-width=\"3\"/><circle cx=\"{3:.1}\" cy=\"{y:.1}\" r=\"5\" \
                 fill=\"var(--ink)\"/><text x=\"{4:.1}\" y=\"{0:.1}\" font-size=\"14\">{5:+.0} ± \
                 {6:.0}</text>",
                y + 5.0,
                place + 1,
                escape(&self.called_shortly(*entrant, 31)),
                x(rating.elo),
                LEFT + WIDE + 10.0,
                rating.elo.round() + 0.0,
                rating.error
            );
        }
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"12\">0</text></svg>",
            x(0.0),
            height - 6.0
        );
    }

    fn html_cross(&self, body: &mut String) {
        // Thirty names side by side are no table; the numbers are the places of the rows.
        let order = self.best_first();
        body.push_str("<h2>Each against each</h2>\n<p class=\"soft\">The score of the one at the left, in percent.</p>\n<div class=\"wide\"><table class=\"cross\">\n<tr><th>");
        for place in 1..=order.len() {
            let _ = write!(body, "<th>{place}");
        }
        for (at, &entrant) in order.iter().enumerate() {
            let label = escape(&self.called(entrant));
            let _ = write!(body, "</tr>\n<tr><td>{}. {label}", at + 1);
            for &opponent in &order {
                let duel = self.tally().duel(entrant, opponent);
                let score = match duel.games > 0.0 {
                    true => format!("{:.0}", 100.0 * duel.score / duel.games),
                    false => "–".to_owned(),
                };
                let _ = write!(body, "<td>{score}");
            }
        }
        body.push_str("</tr>\n</table></div>\n");
    }

    fn html_forfeits(&self, body: &mut String) {
        let tally = self.tally();
        if tally.forfeits.is_empty() {
            return;
        }
        body.push_str("<h2>Forfeits</h2>\n");
        for (entrant, line) in tally.lines.iter().enumerate() {
            let label = self.called(entrant);
            let kinds = line.forfeits.iter();
            let kinds = kinds.map(|(kind, count)| format!("{} {count}", lang::told(kind)));
            let kinds: Vec<String> = kinds.collect();
            if !kinds.is_empty() {
                let _ = writeln!(body, "<p>{}: {}</p>", escape(&label), escape(&kinds.join(", ")));
            }
        }
        // A program that fails alike in every match is told once.
        let mut told: Vec<(usize, &Forfeit, Vec<String>)> = Vec::new();
        for (number, entrant, forfeit) in &tally.forfeits {
            let alike = |(other, known, _): &&mut (usize, &Forfeit, Vec<String>)| {
                other == entrant
                    && known.why == forfeit.why
                    && known.last_words == forfeit.last_words
            };
            let place = format!("match {} on seat {}", number + 1, forfeit.seat);
            match told.iter_mut().find(alike) {
                Some((_, _, places)) => places.push(place),
                None => told.push((*entrant, forfeit, vec![place])),
            }
        }
        for (entrant, Forfeit { why, last_words, .. }, places) in told {
            let label = escape(&self.called(entrant));
            let _ = writeln!(body, "<p><strong>{label}</strong>: {}</p>", escape(why));
            let _ = writeln!(body, "<p class=\"soft\">{}</p>", places.join(", "));
            if !last_words.is_empty() {
                let _ = writeln!(body, "<pre>{}</pre>", escape(&last_words.join("\n")));
            }
        }
        let all: u32 = tally.lines.iter().flat_map(|line| &line.forfeits).map(|(_, n)| n).sum();
        let untold = (all as usize).saturating_sub(tally.forfeits.len());
        if untold > 0 {
            let _ =
                writeln!(body, "<p class=\"soft\">{untold} more forfeits are only counted.</p>");
        }
    }

    fn html_matches(&self, gallery: &Gallery, body: &mut String) {
        if !gallery.matches.is_empty() {
            let _ = writeln!(
                body,
                "<section class=\"screen\"><h2>Matches</h2>\n<p><select id=\"match\" aria-label=\"{}\">",
                lang::told("match")
            );
            for (at, (number, seating, _)) in gallery.matches.iter().enumerate() {
                let names: Vec<String> = seating.iter().map(|it| self.called(*it)).collect();
                let _ = writeln!(
                    body,
                    "<option value=\"{at}\">{}. {}",
                    number + 1,
                    escape(&names.join(" – "))
                );
            }
            let button =
                |id: &str| format!("<button id=\"{id}\">{}</button>", lang::told_as(id, "button"));
            let [first, back, next, last] = ["first", "back", "next", "last"].map(button);
            let _ = writeln!(
                body,
                "</select></p>\n<p>{first} {back} <input type=\"range\" id=\"step\" min=\"0\" \
                 aria-label=\"{}\"> {next} {last}</p>\n<p id=\"said\"></p>\n\
                 <div id=\"board\"></div></section>",
                lang::told("move")
            );
        }
        if gallery.left_out > 0 {
            let _ = writeln!(
                body,
                "<p class=\"soft\">{} matches can't be stepped through here: their moves weren't kept, \
                 or the page would be too large.</p>",
                gallery.left_out
            );
        }
    }
}

/// Text between tags or quotes.
fn escape(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(clean).collect();
    let text = lines.join("\n");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
