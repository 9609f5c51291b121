import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Yardstick {
  /** Origin. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a bare server as a separate process, so that it shares no thread with the load.
 * @param program a module beside this one, which calls `serve`
 * @param input for that module
 */
export async function startYardstick(program: string, input: unknown): Promise<Yardstick> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(child, 'exit')
  child.send(input as object)
  const port = await Promise.race([
    once(child, 'message').then(([port]) => Number(port)),
    ended.then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
