//! Trees to text and back, and texts that are no trees.

use clearance_testing::Random;
use clearance_trees::{Eights, Quality, Tree};
use serde_json::Value;

use crate::sets::{clustered, sets};

#[test]
fn trees_come_back_from_text() {
    let mut random = Random::new(1);
    for (_, boxes) in sets(&mut random) {
        let tree = Tree::new(&boxes, 4, Quality::Best);
        let text = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<Tree>(&text).unwrap(), tree);
    }
}

/// Each number of a text, exchanged for another: an error or a tree that can be used.
#[test]
fn texts_that_are_no_trees_are_refused() {
    let mut random = Random::new(2);
    let boxes = clustered(&mut random, 40);
    let tree = serde_json::to_value(Tree::new(&boxes, 4, Quality::Best)).unwrap();
    let nodes = tree["nodes"].as_array().unwrap().len();
    let (mut refused, mut read) = (0, 0);
    let mut try_one = |text: Value| match serde_json::from_value::<Tree>(text) {
        Ok(tree) => {
            let eights = Eights::new(&tree);
            assert!(eights.leaves().iter().flatten().all(|item| *item < 40 || *item == u32::MAX));
            read += 1;
        }
        Err(_) => refused += 1,
    };
    for new in [0u32, 1, 2, 5, 39, 40, u32::MAX] {
        for at in 0..nodes {
            for field in ["first", "count", "child"] {
                let mut text = tree.clone();
                text["nodes"][at][field] = new.into();
                if text != tree {
                    try_one(text);
                }
            }
            let mut text = tree.clone();
            text["nodes"][at]["bounds"]["max"][0] = (f64::from(new) - 3.0).into();
            try_one(text);
        }
        for at in 0..40 {
            let mut text = tree.clone();
            text["order"][at] = new.into();
            if text != tree {
                try_one(text);
            }
        }
    }
    for name in ["nodes", "order"] {
        let mut text = tree.clone();
        text[name].as_array_mut().unwrap().pop();
        try_one(text.clone());
        text[name] = Vec::<Value>::new().into();
        try_one(text);
    }
    assert_eq!(read, 0);
    assert!(refused > 500, "{refused}");
}
