//! Shapes in cell units. A column counts 1 across and a row counts 1 down; a row is twice as high
//! as a column is wide, so lengths that have no direction (radii, widths) are given in columns.

/// An area of the canvas.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape(Form);

/// What a shape is made of. Points are `(x, y)`; ellipses are given by their middle, rectangles by
/// their upper left corner.
#[derive(Clone, PartialEq, Debug)]
enum Form {
    Ellipse { x: f32, y: f32, rx: f32, ry: f32 },
    Rect { x: f32, y: f32, width: f32, height: f32 },
    Rounded { x: f32, y: f32, width: f32, height: f32, radius: f32 },
    Polygon(Vec<(f32, f32)>),
    Line { from: (f32, f32), to: (f32, f32), width: f32 },
    Both(Box<Shape>, Box<Shape>),
    Minus(Box<Shape>, Box<Shape>),
}

impl Shape {
    /// A circle that looks round: its height in rows is half its width in columns.
    pub fn circle(x: f32, y: f32, radius: f32) -> Shape {
        Shape(Form::Ellipse { x, y, rx: radius, ry: radius / 2.0 })
    }

    /// By its middle and its radii, `rx` in columns and `ry` in rows.
    pub fn ellipse(x: f32, y: f32, rx: f32, ry: f32) -> Shape {
        Shape(Form::Ellipse { x, y, rx, ry })
    }

    /// The ellipse that fills a rectangle.
    pub fn ellipse_in(x: f32, y: f32, width: f32, height: f32) -> Shape {
        Shape::ellipse(x + width / 2.0, y + height / 2.0, width / 2.0, height / 2.0)
    }

    /// The rim of an ellipse, `thick` columns wide.
    pub fn ring(x: f32, y: f32, rx: f32, ry: f32, thick: f32) -> Shape {
        Shape::ellipse(x, y, rx, ry).minus(Shape::ellipse(x, y, rx - thick, ry - thick / 2.0))
    }

    /// By its upper left corner; what begins at its right or lower edge is outside.
    pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Shape {
        Shape(Form::Rect { x, y, width, height })
    }

    /// A rectangle with round corners.
    pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Shape {
        Shape(Form::Rounded { x, y, width, height, radius })
    }

    /// By its corners in order around it; the last is joined to the first.
    pub fn polygon(points: impl Into<Vec<(f32, f32)>>) -> Shape {
        Shape(Form::Polygon(points.into()))
    }

    /// A stroke with round ends, `width` columns thick.
    pub fn line(from: (f32, f32), to: (f32, f32), width: f32) -> Shape {
        Shape(Form::Line { from, to, width })
    }

    /// What lies in both.
    pub fn both(self, other: Shape) -> Shape {
        Shape(Form::Both(Box::new(self), Box::new(other)))
    }

    /// What lies in this one only.
    pub fn minus(self, other: Shape) -> Shape {
        Shape(Form::Minus(Box::new(self), Box::new(other)))
    }

    /// Whether a point of the canvas lies inside.
    pub fn contains(&self, px: f32, py: f32) -> bool {
        match &self.0 {
            Form::Ellipse { x, y, rx, ry } => {
                *rx > 0.0 && *ry > 0.0 && ((px - x) / rx).powi(2) + ((py - y) / ry).powi(2) <= 1.0
            }
            Form::Rect { x, y, width, height } => {
                (*x..x + width).contains(&px) && (*y..y + height).contains(&py)
            }
            Form::Rounded { x, y, width, height, radius } => {
                let radius = radius.min(width / 2.0).min(*height).max(0.0);
                // How far the point lies outside the rectangle of the corners' centres.
                let dx = (x + radius - px).max(px - (x + width - radius)).max(0.0);
                let dy = 2.0 * (y + radius / 2.0 - py).max(py - (y + height - radius / 2.0));
                let inside = (*x..x + width).contains(&px) && (*y..y + height).contains(&py);
                inside && dx.hypot(dy.max(0.0)) <= radius.max(f32::EPSILON)
            }
            Form::Polygon(points) => {
                // A point is inside if a ray to the right crosses the outline an odd number of times.
                let edges = points.iter().zip(points.iter().cycle().skip(1));
                let crossings = edges.filter(|&(&(ax, ay), &(bx, by))| {
                    (ay > py) != (by > py) && px < (bx - ax) * (py - ay) / (by - ay) + ax
                });
                crossings.count() % 2 == 1
            }
            Form::Line { from, to, width } => {
                let (dx, dy) = (to.0 - from.0, 2.0 * (to.1 - from.1));
                let (ex, ey) = (px - from.0, 2.0 * (py - from.1));
                let length = (dx * dx + dy * dy).max(f32::EPSILON);
                let along = ((ex * dx + ey * dy) / length).clamp(0.0, 1.0);
                (ex - along * dx).hypot(ey - along * dy) <= width / 2.0
            }
            Form::Both(a, b) => a.contains(px, py) && b.contains(px, py),
            Form::Minus(a, b) => a.contains(px, py) && !b.contains(px, py),
        }
    }

    /// Left, top, right and bottom of a rectangle that holds the shape.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        match &self.0 {
            Form::Ellipse { x, y, rx, ry } => (x - rx, y - ry, x + rx, y + ry),
            Form::Rect { x, y, width, height } | Form::Rounded { x, y, width, height, .. } => {
                (*x, *y, x + width, y + height)
            }
            Form::Polygon(points) => points.iter().fold(
                (f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
                |(left, top, right, bottom), &(x, y)| {
                    (left.min(x), top.min(y), right.max(x), bottom.max(y))
                },
            ),
            Form::Line { from, to, width } => {
                let (rx, ry) = (width / 2.0, width / 4.0);
                let (left, right) = (from.0.min(to.0), from.0.max(to.0));
                let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
                (left - rx, top - ry, right + rx, bottom + ry)
            }
            Form::Both(a, b) => {
                let (a, b) = (a.bounds(), b.bounds());
                (a.0.max(b.0), a.1.max(b.1), a.2.min(b.2), a.3.min(b.3))
            }
            Form::Minus(a, _) => a.bounds(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of a 10 x 10 square that a shape covers, in cells.
    fn area(shape: &Shape) -> f32 {
        let steps = 200;
        let at = |step: i32| (step as f32 + 0.5) * 10.0 / steps as f32;
        let (left, top, right, bottom) = shape.bounds();
        let mut inside = 0;
        for row in 0..steps {
            for column in 0..steps {
                let (x, y) = (at(column), at(row));
                if shape.contains(x, y) {
                    inside += 1;
                    assert!(x >= left && x <= right && y >= top && y <= bottom, "{shape:?}");
                }
            }
        }
        inside as f32 * 100.0 / (steps * steps) as f32
    }

    #[test]
    fn shapes_cover_the_area_that_geometry_says() {
        use std::f32::consts::PI;
        for (shape, expected) in [
            (Shape::circle(5.0, 5.0, 4.0), PI * 4.0 * 2.0),
            (Shape::ellipse_in(1.0, 1.0, 8.0, 6.0), PI * 4.0 * 3.0),
            (Shape::rect(1.0, 2.0, 3.0, 4.0), 12.0),
            (Shape::rounded(1.0, 1.0, 8.0, 6.0, 2.0), 48.0 - (4.0 - PI) * 2.0),
            (Shape::rounded(1.0, 1.0, 8.0, 6.0, 0.0), 48.0),
            (Shape::ring(5.0, 5.0, 4.0, 2.0, 1.0), PI * (8.0 - 3.0 * 1.5)),
            (Shape::polygon([(1.0, 1.0), (9.0, 1.0), (1.0, 9.0)]), 32.0),
            (Shape::line((2.0, 5.0), (8.0, 5.0), 1.0), 3.0 + PI / 8.0),
            (Shape::rect(0.0, 0.0, 6.0, 6.0).both(Shape::rect(4.0, 4.0, 6.0, 6.0)), 4.0),
            (Shape::rect(0.0, 0.0, 6.0, 6.0).minus(Shape::rect(4.0, 4.0, 6.0, 6.0)), 32.0),
            (Shape::circle(5.0, 5.0, 0.0), 0.0),
        ] {
            let covered = area(&shape);
            assert!((covered - expected).abs() < 0.2, "{shape:?}: {covered}, not {expected}");
        }
    }
}
