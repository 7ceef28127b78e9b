//! Arguments in, exit status out.

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::run(&parlour::Shelf::standard())
}
