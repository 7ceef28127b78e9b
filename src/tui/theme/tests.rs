//! What a theme must keep to.

use super::*;

const DEPTHS: [Depth; 4] = [Depth::True, Depth::Ansi256, Depth::Ansi16, Depth::Mono];

fn true_colour() -> impl Iterator<Item = Theme> {
    THEMES
        .iter()
        .filter(|(name, _)| *name != "mono")
        .map(|(name, _)| Theme::load(name, Depth::True).unwrap())
}

#[test]
fn every_bundled_theme_loads_at_every_depth() {
    for (name, text) in THEMES {
        for depth in DEPTHS {
            let theme = Theme::parse(name, text, depth).unwrap();
            assert_eq!(theme.inks.len(), Meaning::ALL.len());
            let allowed = if name == "mono" { Depth::Mono } else { depth };
            assert_eq!(theme.depth(), allowed, "{name}");
        }
    }
    assert_eq!(Theme::load("beige", Depth::True), None);
}

#[test]
fn without_colour_nothing_sets_a_colour() {
    for theme in [Theme::load("mono", Depth::True), Theme::load("light", Depth::Mono)] {
        let theme = theme.unwrap();
        for &meaning in Meaning::ALL {
            assert_eq!(theme.color(meaning), Color::Reset, "{meaning:?}");
        }
        let styles = [theme.bar(), theme.chosen(), theme.heat(9), theme.on_piece(Hue::Red)];
        for style in styles {
            assert!(matches!(style.fg, None | Some(Color::Reset)), "{style:?}");
            assert!(matches!(style.bg, None | Some(Color::Reset)), "{style:?}");
        }
    }
}

#[test]
fn among_16_colours_the_areas_are_the_terminals_own() {
    for (name, _) in THEMES {
        let theme = Theme::load(name, Depth::Ansi16).unwrap();
        for meaning in [Meaning::Ground, Meaning::Panel, Meaning::Bar, Meaning::Text] {
            assert_eq!(theme.color(meaning), Color::Reset, "{name} {meaning:?}");
        }
    }
}

/// What must be read has 4.5 on every area; what may be missed has 3.
#[test]
fn text_is_readable_on_every_area() {
    use Meaning::*;
    let read = [
        Muted, Text, Bright, Brass, Legal, Good, Bad, Warn, RedText, YellowText, GreenText,
        BlueText, PinkText,
    ];
    for theme in true_colour() {
        for area in [Ground, Panel, Bar] {
            let behind = theme.ink(area).rgb();
            for meaning in read {
                let contrast = theme.ink(meaning).rgb().contrast(behind);
                assert!(contrast >= 4.5, "{} {meaning:?} on {area:?}: {contrast}", theme.name());
            }
            let faint = theme.ink(Faint).rgb().contrast(behind);
            assert!(faint >= 3.0, "{} faint on {area:?}: {faint}", theme.name());
        }
        for value in 0..10 {
            let heat = theme.heat_ink(value).rgb().contrast(theme.ink(Ground).rgb());
            assert!(heat >= 3.0, "{} heat {value}: {heat}", theme.name());
        }
        let row = theme.ink(Text).rgb().contrast(theme.ink(Focus).rgb());
        assert!(row >= 4.5, "{} focus row: {row}", theme.name());
        for hue in Hue::ALL {
            let Style { fg: Some(fg), bg: Some(bg), .. } = theme.on_piece(hue) else {
                panic!("text on a piece has both colours");
            };
            let (fg, bg) = (Rgb::of_color(fg).unwrap(), Rgb::of_color(bg).unwrap());
            assert!(fg.contrast(bg) >= 4.5, "{} on {hue:?}", theme.name());
        }
    }
}

#[test]
fn heat_rises_steadily_so_that_it_reads_in_grey() {
    for theme in true_colour() {
        let ground = theme.ink(Meaning::Ground).rgb();
        let contrast: Vec<f32> =
            (0..10).map(|value| theme.heat_ink(value).rgb().contrast(ground)).collect();
        assert!(contrast.is_sorted(), "{}: {contrast:?}", theme.name());
    }
}

/// What somebody without red or green cones sees, after Viénot, Brettel and Mollon (1999):
/// both fold red and green into one channel; only the weights differ.
fn without_cone(rgb: Rgb, red_weight: f32) -> [f32; 3] {
    let Rgb(r, g, b) = rgb;
    let linear = |channel: u8| (f32::from(channel) / 255.0).powf(2.2);
    let yellow = red_weight * linear(r) + (1.0 - red_weight) * linear(g);
    [yellow, yellow, linear(b)].map(|value| value.powf(1.0 / 2.2) * 255.0)
}

#[test]
fn colour_blind_eyes_tell_the_seats_apart() {
    let theme = Theme::load("colour-blind", Depth::True).unwrap();
    for red_weight in [0.11, 0.29] {
        for (index, a) in Hue::ALL.iter().enumerate() {
            for b in &Hue::ALL[index + 1..] {
                let [seen_a, seen_b] =
                    [*a, *b].map(|hue| without_cone(theme.piece(hue).rgb(), red_weight));
                let square: f32 = seen_a.iter().zip(seen_b).map(|(x, y)| (x - y).powi(2)).sum();
                let distance = square.sqrt();
                assert!(distance > 30.0, "{a:?} and {b:?} at {red_weight}: {distance}");
            }
        }
    }
}

#[test]
fn a_theme_of_ones_own_starts_from_another() {
    let text = "base = \"light\"\nbrass = \"#336699\"\n";
    let theme = Theme::parse("sea", text, Depth::True).unwrap();
    let light = Theme::load("light", Depth::True).unwrap();
    assert_eq!(theme.color(Meaning::Brass), Color::Rgb(0x33, 0x66, 0x99));
    assert_eq!(theme.color(Meaning::Text), light.color(Meaning::Text));
    let few = Theme::parse("sea", text, Depth::Ansi256).unwrap();
    assert_eq!(few.color(Meaning::Brass), Color::Indexed(Rgb(0x33, 0x66, 0x99).nearest_256()));
}

#[test]
fn a_bad_theme_is_refused_with_its_place() {
    for (text, message) in [
        (
            "base = \"beige\"",
            "line 1, column 8: 'base': \"beige\" isn't a theme; use dark, light, \
             high-contrast, colour-blind, mono",
        ),
        (
            "base = \"dark\"\nbrass = \"gold\"",
            "line 2, column 9: 'brass': 'gold' isn't a colour; use '#' and six hex digits",
        ),
        (
            "base = \"dark\"\ngold = \"#ffffff\"",
            "line 2, column 1: 'gold' isn't a colour of a theme; dark.toml has them all",
        ),
        (
            "base = \"dark\"\nheat = [\"#ffffff\"]",
            "line 2, column 8: 'heat': expected ten colours, for the values 0 to 9",
        ),
        (
            "text = [\"#ffffff\", 300, \"red\"]",
            "line 1, column 8: 'text': '300' isn't a colour index; use 0 to 255",
        ),
        (
            "text = [\"#ffffff\", 30, \"rosy\"]",
            "line 1, column 8: 'text': 'rosy' isn't one of the 16 colours; use 'bright red' or \
             'default', for instance",
        ),
        ("text = \"#ffffff\"", "'ground' is missing, and there is no 'base' to take it from"),
    ] {
        let error = Theme::parse("mine", text, Depth::True).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
