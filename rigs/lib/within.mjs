/** Time limits: a rig that waits for ever for an answer tells nobody what is wrong. */

/**
 * The outcome of `promise`, or an error that names `what` once `limit` milliseconds are over.
 * @template T
 * @param {number} limit
 * @param {string} what
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function within(limit, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${limit / 1000} s`)), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
