//! Options of decoding and encoding.

use crate::table::layout::Layout;
use crate::{EncodeError, EncodeErrorKind, EngineVersion, Kind, format};

/// The default depth limit for types that serde decodes. serde_json has the same limit. A level needs
/// much more stack than a level of a Variant, above all in a debug build.
pub(crate) const SERDE_DEPTH: u32 = 128;

/// Shortens a limit to 16 bits: options of 8 bytes are passed in a register, which saves 3% of the
/// instructions in the benchmark `small mesh/decode derive, borrowed`.
#[expect(clippy::cast_possible_truncation, reason = "checked")]
pub(crate) const fn short(limit: u32) -> u16 {
    if limit > u16::MAX as u32 {
        u16::MAX
    } else {
        limit as u16
    }
}

/// Options of decoding: strict by default, or as lenient as the engine.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, generic, godot4};
///
/// let odd = [1, 0, 0, 0, 2, 0, 0, 0, 0xff]; // a bool that is 2, and a byte too many
/// assert!(godot4::from_slice::<bool>(&odd).is_err());
/// assert_eq!(generic::from_slice::<Godot4, _>(&odd, DecodeOptions::engine()), Ok(true));
/// # }
/// ```
// The alignment makes the options one word, which is passed and stored at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
#[must_use]
pub struct DecodeOptions {
    pub(crate) max_depth: u16,
    /// The maximum nesting depth of containers that serde decodes into the caller's own types;
    /// never more than `max_depth`.
    pub(crate) serde_depth: u16,
    /// The limit of memory for elements, in units of 64 KiB; 0 for the default.
    pub(crate) memory: u16,
    pub(crate) allow_objects: bool,
    pub(crate) lenient: bool,
}

impl DecodeOptions {
    /// Returns whether a [`Cursor`](crate::wire::cursor::Cursor) may consume a value with this
    /// maximum number of nested containers: only in strict decoding, because lenient decoding may
    /// alter values.
    #[inline]
    pub(crate) fn allow_cursor(self, depth: u32, levels: Option<u32>) -> bool {
        let left = u32::from(self.max_depth).saturating_sub(depth);
        !self.lenient && levels.is_some_and(|levels| levels <= left)
    }

    /// Returns the strict options: every byte except for padding has a meaning, and Objects are
    /// ids.
    ///
    /// Decoding rejects bytes after the value, unknown flags and element types, a bool that is not
    /// 0 or 1, counts that exceed the remaining bytes, missing padding, and strings that are not
    /// UTF-8 or contain a NUL. The content of padding is ignored, because some engines do not clear
    /// it. For duplicate keys, the last value wins, as in the engine.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, generic, godot4};
    ///
    /// assert!(generic::from_slice::<Godot4, bool>(&[1, 0, 0, 0, 2, 0, 0, 0], DecodeOptions::new()).is_err());
    /// # }
    /// ```
    pub const fn new() -> Self {
        Self {
            max_depth: short(format::MAX_DEPTH),
            serde_depth: short(SERDE_DEPTH),
            memory: 0,
            allow_objects: false,
            lenient: false,
        }
    }

    /// Returns whether decoding accepts what the engine accepts.
    ///
    /// ```
    /// use gdvariant::DecodeOptions;
    ///
    /// assert!(DecodeOptions::engine().is_lenient());
    /// assert!(!DecodeOptions::new().is_lenient());
    /// ```
    pub const fn is_lenient(self) -> bool {
        self.lenient
    }

    /// Returns the lenient options: decoding accepts the same input as the engine, with the same
    /// result.
    ///
    /// Bytes after the value are ignored.
    ///
    /// Ints that `f32` and `f64` do not represent exactly are rounded. Strings that Rust cannot
    /// represent are still errors. The guide
    /// [`errors`](crate::guide::errors#what-lenient-decoding-accepts) lists the differences.
    /// [`EncodeOptions::engine`] encodes the decoded values again.
    pub const fn engine() -> Self {
        Self {
            lenient: true,
            ..Self::new()
        }
    }

    /// Sets the maximum nesting depth; the outermost value has depth 0.
    ///
    /// The default is 1024, as in the engine, and 128 for containers that serde decodes into your
    /// own types; this method sets both limits. The greatest limit is 65,535.
    ///
    /// Within the default limits, decoding a [`Variant`](enum@crate::Variant), or your own types
    /// through serde, needs a stack of at most 2 MiB, even in a debug build. A recursive type that
    /// derives [`Variant`](macro@crate::Variant) can need [more](crate::guide::errors#recursive-types).
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, generic, godot4};
    ///
    /// let nested = godot4::to_vec(&[[[7]]])?;
    /// let flat = DecodeOptions::new().max_depth(1);
    /// assert!(generic::from_slice::<Godot4, Vec<Vec<Vec<i32>>>>(&nested, flat).is_err());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn max_depth(mut self, limit: u32) -> Self {
        self.max_depth = short(limit);
        self.serde_depth = self.max_depth;
        self
    }

    /// Sets the maximum memory for the elements of your own types, in bytes.
    ///
    /// Lists, sets, maps and pointers such as `Box` count their elements by size before they allocate:
    /// sets, maps, and lists that serde collects, three to four times, because they grow by copying.
    /// Elements of up to 32 bytes, strings, packed arrays and
    /// [`Variant`](enum@crate::Variant)s do not count: their memory is limited by the length of the
    /// input. The guide [`errors`](crate::guide::errors#hostile-input) lists what cannot be counted.
    ///
    /// The default is 64 times the length of the input plus 1 MiB. The limit is rounded up to a
    /// multiple of 64 KiB, and [`u32::MAX`] removes it.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, generic, godot4};
    ///
    /// // Without its tiles, a chunk is encoded in 4 bytes.
    /// type Chunk = Option<[i64; 128]>;
    /// let world = godot4::to_vec(&[(); 2000])?;
    /// let error = godot4::from_slice::<Vec<Chunk>>(&world).unwrap_err();
    /// assert_eq!(
    ///     format!("{error:#}"),
    ///     "0x0008: elements need 2064000 bytes of memory, expected at most 1561088; raise `max_memory`"
    /// );
    /// let options = DecodeOptions::new().max_memory(4 << 20);
    /// assert!(generic::from_slice::<Godot4, Vec<Chunk>>(&world, options).is_ok());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn max_memory(mut self, bytes: u32) -> Self {
        self.memory = short((bytes.saturating_sub(1) >> 16) + 1);
        self
    }

    /// Returns the limit of memory for elements of the caller's own types.
    #[inline]
    pub(crate) fn memory_limit(self, length: usize) -> usize {
        match self.memory {
            // The constant is for short packets of large types whose fields mostly have defaults.
            0 => length.saturating_mul(64).saturating_add(1 << 20),
            u16::MAX => usize::MAX,
            units => (units as usize) << 16,
        }
    }

    /// Sets whether full objects, which consist of a class and properties, are accepted. Off by
    /// default, as in the engine.
    ///
    /// Full objects are decoded as data and never instantiated.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{self, Object};
    /// use gdvariant::{DecodeOptions, Godot4, Packed, generic};
    ///
    /// let bytes = godot4::to_vec(&Object::full("Gradient", [("offsets", Packed([0.5_f32]))]))?;
    /// assert!(godot4::from_slice::<Object>(&bytes).is_err());
    /// let options = DecodeOptions::new().allow_objects(true);
    /// assert!(generic::from_slice::<Godot4, Object>(&bytes, options).is_ok());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn allow_objects(mut self, allow: bool) -> Self {
        self.allow_objects = allow;
        self
    }
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Options of encoding: the maximum length and the target of values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{EncodeOptions, Godot4, generic, godot4};
///
/// // The longest value that a UDP packet can hold.
/// let datagram = EncodeOptions::new().max_length(65_507);
/// let error = generic::to_vec::<Godot4, _>("a".repeat(70_000).as_str(), datagram).unwrap_err();
/// assert_eq!(error.to_string(), "a value of 70008 bytes, expected at most 65507");
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct EncodeOptions {
    max_length: u32,
    pub(crate) target: Target,
}

impl EncodeOptions {
    /// Returns the default options: the newest version of the engine, and the length limit of
    /// engines.
    ///
    /// Engines cannot represent values longer than 2 GiB less one byte.
    pub const fn new() -> Self {
        Self {
            max_length: format::MAX_LENGTH,
            target: Target::NEWEST,
        }
    }

    /// Returns the options that encode each value that [`DecodeOptions::engine`] decodes.
    ///
    /// Godot 4 does not check whether the values of a Dictionary have the declared type. With the
    /// default options, such a Dictionary is an [error](EncodeErrorKind::NotDeclared), because
    /// strict decoding rejects it. Use these options to write back what an engine wrote, and the
    /// default options for values of your own.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{self, TypedDictionary, Variant};
    /// use gdvariant::{DecodeOptions, EncodeOptions, Godot4, Kind, generic};
    ///
    /// let ages = TypedDictionary::new(Kind::String, Kind::Int, [("Ada", 36.5)]);
    /// assert!(godot4::to_vec(&ages).is_err());
    /// let bytes = generic::to_vec::<Godot4, _>(&ages, EncodeOptions::engine())?;
    /// assert!(godot4::from_slice::<Variant>(&bytes).is_err());
    /// let decoded: Variant = generic::from_slice::<Godot4, _>(&bytes, DecodeOptions::engine())?;
    /// assert_eq!(decoded, Variant::from(ages));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn engine() -> Self {
        let mut options = Self::new();
        options.target.accepts_undeclared = true;
        options
    }

    /// Returns the options for packets: values of at most 8 MiB.
    ///
    /// The limit is the default of `PacketPeer.encode_buffer_max_size`.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{EncodeOptions, Godot4, generic, godot4};
    ///
    /// let long = "a".repeat(9 << 20);
    /// assert!(generic::to_vec::<Godot4, _>(long.as_str(), EncodeOptions::packets()).is_err());
    /// # }
    /// ```
    pub const fn packets() -> Self {
        Self::new().max_length(format::MAX_PACKET_LENGTH)
    }

    /// Sets the maximum length of a value, in bytes.
    pub const fn max_length(mut self, bytes: u32) -> Self {
        self.max_length = bytes;
        self
    }

    /// Sets the oldest version of the engine that has to decode the output.
    ///
    /// A value whose type this version lacks is an [error](EncodeErrorKind::NotInTarget), unless
    /// [`fallback`](Self::fallback) is set. [`TypeInfo::since`](crate::table::TypeInfo) names the
    /// types that a later version added. By default, all types of the layout are encoded.
    ///
    /// The version has to be one that the layout describes, from
    /// [`Layout::oldest`](crate::Layout::oldest) to [`Layout::newest`](crate::Layout::newest).
    /// Encoding for any other target is an [error](EncodeErrorKind::UnknownTarget). For example,
    /// the layout of Godot 4 rejects 4.0, which the schema does not describe, and 3.5, which is a
    /// version of another engine: to encode for another engine, use its layout. A version after the
    /// newest one is an error as well, because such a target would have no effect; omit the target
    /// instead.
    ///
    /// A layout whose types exist in all versions of the engine, such as that of Godot 3, encodes
    /// the same bytes for each target.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{self, TypedArray};
    /// use gdvariant::{EncodeOptions, EngineVersion, Godot4, Kind, generic};
    ///
    /// let players = [TypedArray::new(Kind::Int, [7, 12])];
    /// let old = EncodeOptions::new().target(EngineVersion::new(4, 2));
    /// let error = generic::to_vec::<Godot4, _>(&players, old).unwrap_err();
    /// assert_eq!(
    ///     format!("{error:#}"),
    ///     "[0]: the target 4.2 has no declared types of Array, which are new in 4.3; \
    ///      name a later target, or `fallback` encodes it without declared types"
    /// );
    /// # }
    /// ```
    pub const fn target(mut self, version: EngineVersion) -> Self {
        self.target.version = Some(version);
        self
    }

    /// Sets whether types that the [target](Self::target) lacks are replaced by older types.
    ///
    /// An Array of the elements replaces a packed array, and an untyped container replaces a
    /// container with declared types.
    ///
    /// Off by default. The option has no effect without a target.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{self, TypedArray, Variant};
    /// use gdvariant::{EncodeOptions, EngineVersion, Godot4, Kind, generic};
    ///
    /// let scores = TypedArray::new(Kind::Int, [7, 12]);
    /// let old = EncodeOptions::new().target(EngineVersion::new(4, 2)).fallback(true);
    /// let bytes = generic::to_vec::<Godot4, _>(&scores, old)?;
    /// assert_eq!(godot4::from_slice::<Variant>(&bytes)?, Variant::from(scores.values));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn fallback(mut self, allow: bool) -> Self {
        self.target.falls_back = allow;
        self
    }

    /// Prepares values for text instead of bytes: each version of Godot 4 parses the declared type of
    /// an Array, but only 4.3 and later decode it.
    ///
    /// Source: `core/variant/variant_parser.cpp` of Godot 4.0.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::TypedArray;
    /// use gdvariant::{EncodeOptions, EngineVersion, Godot4, Kind, generic};
    ///
    /// let scores = TypedArray::new(Kind::Int, [7, 12]);
    /// let old = EncodeOptions::new().target(EngineVersion::new(4, 2));
    /// assert!(generic::to_vec::<Godot4, _>(&scores, old).is_err());
    /// assert!(generic::to_vec::<Godot4, _>(&scores, old.for_text()).is_ok());
    /// # }
    /// ```
    pub const fn for_text(mut self) -> Self {
        self.target.is_text = true;
        self
    }

    /// Returns the [target](Self::target).
    ///
    /// ```
    /// use gdvariant::{EncodeOptions, EngineVersion};
    ///
    /// let options = EncodeOptions::new().target(EngineVersion::new(4, 2));
    /// assert_eq!(options.target_version(), Some(EngineVersion::new(4, 2)));
    /// ```
    pub const fn target_version(&self) -> Option<EngineVersion> {
        self.target.version
    }

    /// Returns whether a value of `length` bytes is allowed.
    #[inline]
    pub(crate) fn allows(self, length: usize) -> bool {
        length <= self.max_length as usize
    }

    /// Returns an error if a value of `length` bytes is not allowed.
    pub(crate) fn check(self, length: usize) -> Result<(), EncodeError> {
        if self.allows(length) {
            return Ok(());
        }
        Err(EncodeError::new(EncodeErrorKind::ValueTooLong {
            length,
            limit: self.max_length,
        }))
    }
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// The oldest engine version that has to decode the output, and what it lacks or accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// The version; `None` for the newest one.
    pub(crate) version: Option<EngineVersion>,
    /// Whether types that the version lacks are replaced.
    pub(crate) falls_back: bool,
    /// Whether values of a Dictionary may have another type than it declares.
    pub(crate) accepts_undeclared: bool,
    /// Whether the values are converted for text.
    pub(crate) is_text: bool,
}

impl Target {
    /// The newest version of the engine, which has all types of the layout.
    pub(crate) const NEWEST: Self = Self {
        version: None,
        falls_back: false,
        accepts_undeclared: false,
        is_text: false,
    };

    /// Rejects a version that the schema does not describe for the layout.
    #[inline]
    pub(crate) fn check(self, layout: &Layout) -> Result<(), EncodeError> {
        match self.version {
            None => Ok(()),
            Some(target) => check_version(layout, target),
        }
    }

    /// Returns whether the target lacks a kind or its declared types, and a fallback replaces them.
    ///
    /// `since` is the version that added the kind or its declared types.
    ///
    /// # Errors
    ///
    /// Returns an error if the target lacks the kind or its declared types, and there is no
    /// fallback.
    #[cold]
    pub(crate) fn fallback(
        self,
        layout: &Layout,
        kind: Kind,
        is_declared: bool,
        since: EngineVersion,
    ) -> Result<bool, EncodeError> {
        let Some(target) = self.version.filter(|version| *version < since) else {
            return Ok(false);
        };
        if self.falls_back {
            return Ok(true);
        }
        Err(EncodeError::new(EncodeErrorKind::NotInTarget {
            kind,
            layout: layout.name,
            is_declared,
            since,
            target,
        }))
    }
}

#[cold]
fn check_version(layout: &Layout, target: EngineVersion) -> Result<(), EncodeError> {
    let (oldest, newest) = (layout.oldest, layout.newest);
    if (oldest..=newest).contains(&target) {
        return Ok(());
    }
    Err(EncodeError::new(EncodeErrorKind::UnknownTarget {
        target,
        layout: layout.name,
        oldest,
        newest,
    }))
}
