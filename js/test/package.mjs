// The entry of the package that the tests use: with the layouts of all engines, or that of GDVARIANT_ENTRY.

export default await import(process.env.GDVARIANT_ENTRY ?? "gdvariant");
