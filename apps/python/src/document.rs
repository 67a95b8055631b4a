//! Files that are changed by path.

use crate::classes::Classes;
use crate::decode::object;
use crate::depth::{self, Levels};
use crate::encode::variant;
use crate::errors;
use crate::files::{content, path_of};
use crate::input::Input;
use crate::text;
use gdvariant::schema::Layout;
use gdvariant_files::change::ChangeNote;
use gdvariant_files::document;
use gdvariant_files::open::OpenOptions as Options;
use gdvariant_files::packages::document::{self as documents, Change};
use gdvariant_files::packages::failure::Failure;
use gdvariant_files::packages::options;
use gdvariant_files::save::Replacement;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

#[doc = docstring!("Document")]
#[pyclass(module = "gdvariant")]
pub(crate) struct Document {
    document: document::Document,
    /// The path that it was opened from.
    path: Option<PathBuf>,
}

#[pymethods]
impl Document {
    #[new]
    #[pyo3(signature = (source, /, *, layout=None, framing=None, password=None, key=None, skip=0, max_content=None, lenient=false))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        layout: Option<&str>,
        framing: Option<&str>,
        password: Option<&str>,
        key: Option<Input<'_>>,
        skip: u64,
        max_content: Option<u64>,
        lenient: bool,
    ) -> PyResult<Self> {
        let reader = content(source)?;
        let options = options::opening(layout, framing, password, key, skip, lenient);
        let options = options.map_err(errors::raised)?.max_content(max_content);
        let document = depth::detached(py, || documents::open(reader, options, lenient))?;
        let path = path_of(source);
        Ok(Self { document, path })
    }

    #[doc = docstring!("Document.layout")]
    #[getter]
    fn layout(&self) -> &'static str {
        self.document.layout().name
    }

    #[doc = docstring!("Document.framing")]
    #[getter]
    fn framing(&self) -> &'static str {
        self.document.framing().name()
    }

    #[doc = docstring!("Document.layers")]
    #[getter]
    fn layers(&self) -> Vec<String> {
        let layers = self.document.layers().iter();
        layers.map(ToString::to_string).collect()
    }

    fn __len__(&self) -> usize {
        self.document.count()
    }

    fn __repr__(&self) -> String {
        let (layout, framing) = (self.layout(), self.framing());
        format!("<document: {layout}, {framing}>")
    }

    #[doc = docstring!("Document.get")]
    #[pyo3(signature = (path="", /, value=0, *, exact=true))]
    fn get(&self, py: Python<'_>, path: &str, value: usize, exact: bool) -> PyResult<Py<PyAny>> {
        depth::on_large_stack(py, |py| {
            let found = documents::get(&self.document, value, path).map_err(errors::raised)?;
            object(py, (&found).into(), exact).map(Bound::unbind)
        })
    }

    #[doc = docstring!("Document.set")]
    #[pyo3(signature = (path, new, /, value=0, *, create=false, keep_floats=true, default=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn set(
        &mut self,
        py: Python<'_>,
        path: &str,
        new: Py<PyAny>,
        value: usize,
        create: bool,
        keep_floats: bool,
        default: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.change(py, path, value, |py, layout| {
            Ok(Change::Set {
                new: variant(layout, new.bind(py), &Levels::all(), default.as_ref())?,
                create,
                keeps_floats: keep_floats,
            })
        })
    }

    #[doc = docstring!("Document.insert")]
    #[pyo3(signature = (path, new, /, value=0, *, default=None))]
    fn insert(
        &mut self,
        py: Python<'_>,
        path: &str,
        new: Py<PyAny>,
        value: usize,
        default: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.change(py, path, value, |py, layout| {
            let new = variant(layout, new.bind(py), &Levels::all(), default.as_ref());
            new.map(Change::Insert)
        })
    }

    #[doc = docstring!("Document.remove")]
    #[pyo3(signature = (*paths, value=0))]
    fn remove(&mut self, py: Python<'_>, paths: Vec<String>, value: usize) -> PyResult<()> {
        self.change(py, "", value, |_, _| Ok(Change::Remove(&paths)))
    }

    #[doc = docstring!("Document.rename")]
    #[pyo3(signature = (path, key, /, value=0))]
    fn rename(&mut self, py: Python<'_>, path: &str, key: Py<PyAny>, value: usize) -> PyResult<()> {
        self.change(py, path, value, |py, layout| {
            variant(layout, key.bind(py), &Levels::all(), None).map(Change::Rename)
        })
    }

    #[doc = docstring!("Document.reorder")]
    #[pyo3(signature = (path, index, /, value=0))]
    fn reorder(&mut self, py: Python<'_>, path: &str, index: usize, value: usize) -> PyResult<()> {
        self.change(py, path, value, |_, _| Ok(Change::Reorder(index)))
    }

    #[doc = docstring!("Document.move")]
    #[pyo3(name = "move", signature = (source, target, /, value=0, *, replace=false))]
    fn move_value(
        &mut self,
        py: Python<'_>,
        source: &str,
        target: &str,
        value: usize,
        replace: bool,
    ) -> PyResult<()> {
        self.change(py, source, value, |_, _| Ok(Change::Move(target, replace)))
    }

    #[doc = docstring!("Document.copy")]
    #[pyo3(signature = (source, target, /, value=0, *, replace=false))]
    fn copy(
        &mut self,
        py: Python<'_>,
        source: &str,
        target: &str,
        value: usize,
        replace: bool,
    ) -> PyResult<()> {
        self.change(py, source, value, |_, _| Ok(Change::Copy(target, replace)))
    }

    #[doc = docstring!("Document.convert")]
    #[pyo3(signature = (layout, /, *, lossy=false))]
    fn convert<'py>(
        &mut self,
        py: Python<'py>,
        layout: &str,
        lossy: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let layout = options::layout(layout).map_err(errors::raised)?;
        let losses = depth::on_large_stack(py, |_| {
            let losses = documents::convert(&mut self.document, layout, lossy);
            losses.map_err(errors::raised)
        })?;
        let loss = Classes::get(py)?.error(py, "Loss")?;
        let losses = losses
            .into_iter()
            .map(|it| loss.call1(<(String, String)>::from(it)));
        losses.collect()
    }

    #[doc = docstring!("Document.to_bytes")]
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.file(py)?))
    }

    #[doc = docstring!("Document.save")]
    #[pyo3(signature = (path=None, /))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<()> {
        let path = path.as_ref().or(self.path.as_ref());
        let path = path.ok_or_else(|| {
            PyValueError::new_err("expected a path: the document was not opened from one")
        })?;
        replace(py, path, &self.file(py)?, 1)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Writes the file, unless there is an exception.
    #[pyo3(signature = (*error))]
    fn __exit__(&self, py: Python<'_>, error: &Bound<'_, PyTuple>) -> PyResult<()> {
        if error.get_item(0)?.is_none() {
            self.save(py, None)?;
        }
        Ok(())
    }
}

impl Document {
    fn file(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        // Compression needs a large stack.
        depth::detached(py, || self.document.to_file())
    }

    /// Makes a change, unless a warning about it is an exception.
    fn change<'a>(
        &mut self,
        py: Python<'_>,
        path: &str,
        value: usize,
        change: impl FnOnce(Python<'_>, &'static Layout) -> PyResult<Change<'a>> + Send,
    ) -> PyResult<()> {
        self.document.edit(|document| {
            let notes = depth::on_large_stack(py, |py| {
                let change = change(py, document.layout())?;
                change.make(document, value, path).map_err(errors::raised)
            })?;
            warn_of(py, notes, 1)
        })
    }
}

fn warn_of(py: Python<'_>, notes: Vec<ChangeNote>, level: i32) -> PyResult<()> {
    let classes = Classes::get(py)?;
    for note in notes {
        let Some(changes) = note.type_changes() else {
            text::warn(py, &note.to_string(), level)?;
            continue;
        };
        let change = classes.error(py, "TypeChange")?;
        let listed = changes.listed.iter();
        let listed = listed.map(|it| change.call1((&it.path, &it.old, &it.new, it.is_key)));
        let listed = listed.collect::<PyResult<Vec<_>>>()?;
        let message = format!("{note}; if this is intended, ignore TypeChangeWarning");
        let warning = classes.error(py, "TypeChangeWarning")?;
        warn(py, &warning.call1((message, listed, changes.count))?, level)?;
    }
    Ok(())
}

pub(crate) fn warn(py: Python<'_>, warning: &Bound<'_, PyAny>, level: i32) -> PyResult<()> {
    let options = PyDict::new(py);
    options.set_item("stacklevel", level)?;
    let warnings = py.import("warnings")?;
    warnings
        .call_method("warn", (warning,), Some(&options))
        .map(drop)
}

/// Replaces the file at `path`, and warns of its attributes that the new file does not have.
fn replace(py: Python<'_>, path: &Path, content: &[u8], level: i32) -> PyResult<()> {
    let notes = py.detach(|| {
        let mut file = Replacement::create(path)?;
        let written = file.write_all(content);
        written.map_err(|error| file.error(error))?;
        file.commit()
    });
    for note in notes.map_err(|error| errors::save(&error))? {
        text::warn(py, &format!("{}: {note}", path.display()), level)?;
    }
    Ok(())
}

/// Replaces the file at `path` by one with a value, and warns of what the old file has and the new one
/// lacks, and of other types.
#[pyfunction]
#[pyo3(signature = (path, content, /, *, layout, framing, password, key, skip))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn replace_file(
    py: Python<'_>,
    path: PathBuf,
    content: &[u8],
    layout: &str,
    framing: &str,
    password: Option<&str>,
    key: Option<Input<'_>>,
    skip: u64,
) -> PyResult<()> {
    let options = options::opening(Some(layout), Some(framing), password, key, skip, false);
    let options = options.map_err(errors::raised)?;
    // Writing the file reports that it cannot be read.
    let found = depth::detached(py, || losses(&path, content, &options));
    let (lost, notes) = found.unwrap_or_default();
    warn_of(py, notes, 2)?;
    if !lost.is_empty() {
        let message = format!(
            "{}: the old file {}, unlike the new one; change the file with `Document`, or ignore FormChangeWarning if this is intended",
            path.display(),
            lost.join(" and ")
        );
        let warning = Classes::get(py)?.error(py, "FormChangeWarning")?;
        warn(py, &warning.call1((message,))?, 2)?;
    }
    replace(py, &path, content, 2)
}

/// Returns what the file at `path` has and `content` lacks, and notes about types that differ.
fn losses(
    path: &Path,
    content: &[u8],
    options: &Options,
) -> Result<(Vec<String>, Vec<ChangeNote>), Failure> {
    let open = |options| {
        let old = document::Document::open(File::open(path)?, options)?;
        documents::get(&old, 0, "").map(|_| old)
    };
    if path.metadata()?.len() == 0 {
        return Ok(Default::default());
    }
    let new = document::Document::open(content, options)?;
    // The bytes of a small value fit several forms, so that other forms are detected last.
    let detected = options.clone().layout(None).framing(None);
    let mut old = match open(options).or_else(|_| open(&detected)) {
        Ok(old) => old,
        Err(error) if error.io.is_some() => return Err(error),
        Err(error) => {
            let lost = match error.class {
                "AmbiguousError" => "has a header, or values of another layout".into(),
                _ => format!("has other content ({error})"),
            };
            return Ok((vec![lost], Vec::new()));
        }
    };
    let form = |document: &document::Document| {
        let framing = document.framing().name();
        let own = [
            format!("has values of {}", document.layout().title),
            format!("has {framing} values"),
        ];
        let layers = document.layers().iter().map(|it| format!("is {it}"));
        own.into_iter().chain(layers).collect::<Vec<_>>()
    };
    let kept = form(&new);
    let mut lost = form(&old);
    lost.retain(|it| !kept.contains(it));
    if old.count() > 1 {
        lost.push("has several values".into());
    }
    let change = Change::Set {
        new: documents::get(&new, 0, "")?,
        create: false,
        keeps_floats: false,
    };
    // Values of some types cannot be converted to the layout of the old file.
    let notes = change.make(&mut old, 0, "").unwrap_or_default();
    Ok((lost, notes))
}
