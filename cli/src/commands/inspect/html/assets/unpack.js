// Decodes the data, which is base64 in a script element, compressed if the program was built with
// compression.

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

async function unpackText(text, encoding) {
  const bytes = fromBase64(text);
  if (encoding === "identity") return bytes;
  const content = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(encoding));
  return new Uint8Array(await new Response(content).arrayBuffer());
}

function unpack(element) {
  const { textContent, dataset } = element;
  // Frees the text, which takes more memory than the bytes.
  element.remove();
  return unpackText(textContent, dataset.encoding);
}
