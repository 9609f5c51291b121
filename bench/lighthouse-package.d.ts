// Types of what `lighthouse.ts` uses of Lighthouse, whose own are there only once it is installed (bench/package.json).
declare module 'lighthouse' {
  interface Audit {
    numericValue?: number
    /** Null where it doesn't apply. */
    score: number | null
  }
  interface RunnerResult {
    lhr: {
      audits: Record<string, Audit>
      categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
      environment: { benchmarkIndex: number }
    }
    artifacts: { Trace: { traceEvents: import('./main-thread.ts').TraceEvent[] } }
  }
  interface Flags {
    port: number
    output: 'json'
    logLevel: 'error'
    onlyCategories: string[]
    extraHeaders?: Record<string, string>
  }
  export default function lighthouse(url: string, flags: Flags): Promise<RunnerResult | undefined>
}
