use super::{Road, framed};
use crate::folder::Folder;
use crate::live::Live;
use gdvariant::{Frames, generic};
use std::fs::File;
use std::path::PathBuf;

/// `File.store_var` (`FileAccess.store_var` in Godot 4) and `get_var`: a file in which all the values are.
pub(crate) struct FileRoad {
    folder: Folder,
    is_big_endian: bool,
}

impl FileRoad {
    pub(crate) fn new(is_big_endian: bool) -> Self {
        Self {
            folder: Folder::new("file"),
            is_big_endian,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("values")
    }
}

impl<L: Live> Road<L> for FileRoad {
    fn name(&self) -> &'static str {
        "file"
    }

    fn address(&self) -> String {
        self.path()
            .to_str()
            .expect("Cargo's folders have names of text")
            .into()
    }

    fn is_big_endian(&self) -> bool {
        self.is_big_endian
    }

    fn batch(&self) -> usize {
        250
    }

    fn send(&mut self, values: &[L::Variant]) {
        let mut file = File::create(self.path()).expect("a new file");
        for value in values {
            generic::write_framed::<L, _>(&mut file, value, framed(self.is_big_endian))
                .expect("written");
        }
    }

    fn receive(&mut self, count: usize) -> Vec<Vec<u8>> {
        let file = File::open(self.path()).expect("the engine's file");
        let mut frames = Frames::new(file, framed(self.is_big_endian));
        let values = (0..count)
            .map(|_| {
                frames
                    .next_frame()
                    .expect("a value")
                    .expect("not the end yet")
                    .to_vec()
            })
            .collect();
        assert_eq!(frames.next_frame().expect("the end"), None);
        values
    }
}
