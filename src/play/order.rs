//! Sorting that is written once: the standard library's is compiled for every kind of thing anew.

/// These numbers by their scores, the best first; equal ones stay as they are.
pub fn best_first(
    numbers: impl IntoIterator<Item = usize>,
    score: &dyn Fn(usize) -> f64,
) -> Vec<usize> {
    let mut numbers: Vec<usize> = numbers.into_iter().collect();
    sort(&mut numbers, score);
    numbers
}

fn sort(numbers: &mut [usize], score: &dyn Fn(usize) -> f64) {
    numbers.sort_by(|one, other| score(*other).total_cmp(&score(*one)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_stay_as_they_are() {
        let scores = [1.0, 3.0, 1.0, 3.0];
        assert_eq!(best_first([3, 2, 1, 0], &|at| scores[at]), [3, 1, 2, 0]);
    }
}
