// Decodes the data, which is compressed, and base64 in a script element.

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

async function unpackText(text, encoding) {
  const content = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream(encoding));
  return new Uint8Array(await new Response(content).arrayBuffer());
}

function unpack(element) {
  const text = element.textContent;
  // Frees the text, which takes more memory than the bytes.
  element.remove();
  return unpackText(text, "deflate-raw");
}
