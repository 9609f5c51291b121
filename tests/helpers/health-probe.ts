// Runs in a separate thread, so that other code's load doesn't delay the measurement.

import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Milliseconds between two requests. */
const pause = 5

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const latencies: number[] = []
let stopped = false
parentPort?.once('message', () => {
  stopped = true
})

while (!stopped) {
  const began = performance.now()
  await ask()
  latencies.push(performance.now() - began)
  if (latencies.length === 1) parentPort?.postMessage('ready')
  await wait(pause)
}
agent.destroy()
parentPort?.postMessage(latencies)

function ask(): Promise<void> {
  const { url, headers } = workerData
  return new Promise((resolve, reject) => {
    const refuse = (status: number | undefined) => reject(new Error(`${url} was answered with ${status}`))
    get(url, { agent, headers }, response =>
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : refuse(response.statusCode))),
    ).once('error', reject)
  })
}
