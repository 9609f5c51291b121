import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { LiveStream, streams } from '../server/live-streams.ts'

/** Opens a stream with a paused reader. */
function openStream(userId: string, actorId = userId) {
  const output = new PassThrough({ highWaterMark: 1000 })
  const stream = new LiveStream({ actorId, userId, sessionId: `session of ${actorId}` })
  streams.add(stream)
  stream.open(output)
  return { stream, output, text: () => String(output.read() ?? '') }
}

afterEach(() => {
  for (const stream of streams) stream.close()
})

test('an event touches only the streams about a person, read by them, or of their session', () => {
  const own = openStream('paul')
  const administrators = openStream('paul', 'ada')
  openStream('elena')
  expect([...streams.about('paul')]).toEqual([own.stream, administrators.stream])
  expect([...streams.readBy('ada')]).toEqual([administrators.stream])
  expect([...streams.ofSession('session of paul')]).toEqual([own.stream])
  own.stream.close()
  expect([...streams.about('paul')]).toEqual([administrators.stream])
  expect(streams.size).toBe(2)
})

test('events of one moment are written in one piece, and very many as one catch-up', async () => {
  const { stream, output, text } = openStream('paul')
  expect(text()).toMatch(/^retry: 2\d{3}\nevent: catch-up\n/)
  const writes: string[] = []
  output.on('data', chunk => writes.push(String(chunk)))
  stream.send('event: a\n\n')
  stream.send('event: b\n\n')
  await nextTurn()
  await nextTurn()
  expect(writes).toEqual(['event: a\n\nevent: b\n\n'])
  for (let n = 0; n < 1000; n++) stream.send(`event: ${n}\n\n`)
  await nextTurn()
  await nextTurn()
  expect(writes.slice(1)).toEqual(['event: catch-up\ndata: {}\n\n'])
})

test('a reader who takes nothing is disconnected instead of being buffered for', async () => {
  const { stream, output } = openStream('paul')
  for (let n = 0; n < 20 && !output.destroyed; n++) stream.write('x'.repeat(10_000))
  expect(output.destroyed).toBe(true)
  await nextTurn()
  expect(streams.size).toBe(0)
})

test('a stream that was ended before it could be opened ends, and one whose reader has left is forgotten', async () => {
  const output = new PassThrough()
  const ended = new LiveStream({ actorId: 'paul', userId: 'paul', sessionId: 's' })
  streams.add(ended)
  ended.close()
  ended.open(output)
  expect(output.writableEnded).toBe(true)
  const left = new LiveStream({ actorId: 'paul', userId: 'paul', sessionId: 's' })
  streams.add(left)
  left.open(new PassThrough().destroy())
  await nextTurn()
  expect(streams.size).toBe(0)
})
