// What a dormant stub does while nobody asks for anything: wake-ups of each of its threads, and time on a CPU.
export async function run(context) {
  const [entry] = context.entries;
  const candidates = [context.floor, ...context.subjects.map((s) => ({ label: s.label, commands: [s.wrap(entry)], env: s.warm }))];
  const seconds = context.pick(30, 10);
  const samples = await context.measure('idle', candidates, { seconds, 'settle-ms': 2000 });
  const perTenSeconds = (label, count) => (samples[label][0].threads.reduce((sum, thread) => sum + count(thread), 0) * 10) / seconds;
  const [{ label }] = context.subjects;
  return {
    figures: {
      // A thread that blocks again after each piece of work counts one voluntary switch a wake-up.
      idle_wakeups: { value: perTenSeconds(label, ({ voluntary, involuntary }) => voluntary + involuntary) },
      idle_cpu_us: { value: perTenSeconds(label, ({ run_ns }) => Math.max(0, run_ns)) / 1000 },
    },
    detail: Object.fromEntries(candidates.map((candidate) => [candidate.label, samples[candidate.label][0].threads])),
  };
}
