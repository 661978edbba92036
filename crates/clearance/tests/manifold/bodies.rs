//! Shapes for the survey.
