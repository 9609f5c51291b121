import { expect, test } from 'vitest'
import { openSeal, seal, unseal } from '../../server/platform/seal.ts'

test('a sealed text opens for its own use only, and not if it is changed or cut anywhere', () => {
  openSeal('a secret for tests, thirty-two or more')
  const sealed = seal('one use', { id: 7 })
  expect(unseal('one use', sealed)).toEqual({ id: 7 })
  expect(() => unseal('another use', sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    expect(() => unseal('one use', bytes.subarray(0, i).toString('base64url')), `${i} bytes`).toThrow()
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
    expect(() => unseal('one use', changed.toString('base64url')), `byte ${i}`).toThrow()
  }
})
