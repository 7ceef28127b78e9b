//! Strange input for everything the arcade reads: no panic, no hang, no swelling, and every
//! refusal is a sentence with a place.
//!
//! Each format has a small target in [`formats`]: a function of one input that answers what was
//! said about it. `cargo test` tries a few hundred inputs a format; with
//!
//! ```text
//! FUZZ_CASES=100000 cargo test --test it fuzz:: -- --nocapture
//! ```
//!
//! it tries so many. A failure names its case, and `FUZZ_CASE=7` tries that one alone. The named
//! extremes (a megabyte of brackets, a million moves) are in [`extremes`].

mod corpus;
mod extremes;
mod formats;
#[cfg(unix)]
mod shouts;

use std::fs;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use corpus::Corpus;

/// What one input may cost, in processor time of an unoptimised build on a slow machine.
const COSTLY: Duration = Duration::from_secs(2);
/// After so long nobody believes any more that it ends.
const HUNG: Duration = Duration::from_secs(120);
/// What the whole test binary may have taken of the memory, in megabytes.
const SWOLLEN: u64 = 2000;
/// A sentence is read at one glance; some quote a file's name and list what would be right.
const LONGEST: usize = 600;

/// A number from the environment, or the usual one.
pub fn switch(name: &str, usual: u64) -> u64 {
    match std::env::var(name) {
        Ok(number) => number.parse().unwrap_or_else(|_| panic!("{name}={number} is no number")),
        Err(_) => usual,
    }
}

/// Tries a format with many inputs. The target answers with what was refused about an input;
/// nothing means that it was taken.
fn storm(
    format: &str,
    corpus: &Corpus,
    cases: u64,
    target: impl Fn(&[u8], &mut ChaCha8Rng) -> Vec<String> + Send,
) {
    let only = std::env::var("FUZZ_CASE").ok().and_then(|case| case.parse::<u64>().ok());
    let cases = only.map_or(0..cases, |case| case..case + 1);
    let (taken, refused, slowest) = thread::scope(|scope| {
        let (begin, begun) = channel();
        let worker = scope.spawn(move || {
            let (mut taken, mut refused, mut slowest) = (0, 0, Duration::ZERO);
            for case in cases {
                let mut rng = generator(format, case);
                let input = corpus.input(&mut rng);
                drop(begin.send((case, input.clone())));
                let before = processor_time();
                let said = target(&input, &mut rng);
                let cost = processor_time() - before;
                assert!(cost < COSTLY, "{cost:?} of processor time");
                slowest = slowest.max(cost);
                said.iter().for_each(|sentence| check_refusal(sentence));
                *if said.is_empty() { &mut taken } else { &mut refused } += 1;
            }
            (taken, refused, slowest)
        });
        let mut last = None;
        loop {
            match begun.recv_timeout(HUNG) {
                Ok(case) => last = Some(case),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let (case, input) = last.expect("the first case is made at once");
                    eprintln!("{format}, FUZZ_CASE={case}: it hangs on\n{}", shown(&input));
                    std::process::abort();
                }
            }
        }
        worker.join().unwrap_or_else(|panic| {
            let (case, input) = last.expect("no case, no panic");
            eprintln!("{format}, FUZZ_CASE={case}:\n{}", shown(&input));
            std::panic::resume_unwind(panic)
        })
    });
    let memory = peak_memory();
    assert!(memory < SWOLLEN, "{format}: {memory} MB");
    let slowest = slowest.as_secs_f64() * 1e3;
    println!(
        "{format:<22} {:>8} inputs: {taken:>7} taken, {refused:>7} refused; the slowest {slowest:.0} ms, \
         up to {memory} MB",
        taken + refused
    );
}

fn generator(format: &str, case: u64) -> ChaCha8Rng {
    let name = format.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
    let mut rng = ChaCha8Rng::seed_from_u64(name);
    rng.set_stream(case);
    rng
}

/// A sentence that can be printed and says where to look.
fn check_refusal(sentence: &str) {
    assert!(!sentence.contains(char::is_control), "not printable: {sentence:?}");
    assert!(sentence.chars().count() <= LONGEST, "endless: {sentence}");
    assert!(!sentence.ends_with(['.', '\n', ' ']), "no sentence of ours: '{sentence}'");
    // A line, a place in the file, or the key or value that is meant.
    let quotes = sentence.matches('\'').count() >= 2;
    let line = sentence.contains("line ") || sentence.contains("entry ");
    let file = sentence.split(':').nth(1).is_some_and(|line| line.parse::<usize>().is_ok());
    assert!(quotes || line || file, "where? '{sentence}'");
}

fn shown(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let start: String = text.chars().take(4000).collect();
    format!("{} bytes:\n{start}\n{start:?}", input.len())
}

/// The time this thread has been running, whatever else the machine does. Where the system does
/// not tell, the time that has passed.
pub fn processor_time() -> Duration {
    thread_local!(static BEGUN: Instant = Instant::now());
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.with(Instant::elapsed), Duration::from_nanos)
}

/// The most memory this process has had, in megabytes; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
