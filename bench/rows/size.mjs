// The file that is downloaded and shared by every stub's pages.
export async function run({ subjects: [{ bytes }, base] }) {
  if (bytes === null) return { figures: {} };
  return {
    figures: { binary_mb: { value: bytes / 2 ** 20 } },
    comparisons: base && base.bytes !== null && [{ what: 'binary', value: bytes / base.bytes }],
  };
}
