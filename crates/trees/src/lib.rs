#![cfg_attr(not(feature = "std"), no_std)]
//! Trees of boxes: which of many things may be near, without knowing what the things are.
