// Types of the used parts of Lighthouse; its own are available only once it is installed (bench/package.json).
declare module 'lighthouse' {
  interface Audit {
    numericValue?: number
    /** Null if not applicable. */
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
