import { expect, test } from 'vitest'
import { changedFields, originalFieldName } from '../../rules/profile.ts'

function form(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a form of name and organization says what was changed in it, and nothing of what was left alone', () => {
  const loaded = { [originalFieldName('full_name')]: 'Iris', [originalFieldName('organization')]: 'Vestor & Co' }
  expect(changedFields(form({ full_name: 'Iris', organization: 'Vestor & Co', ...loaded }))).toEqual({})
  expect(changedFields(form({ full_name: 'Iris V.', organization: 'Vestor & Co', ...loaded }))).toEqual({
    full_name: 'Iris V.',
  })
  expect(changedFields(form({ full_name: 'Iris', organization: '', ...loaded }))).toEqual({ organization: '' })
  // A form without what was loaded changes what it names.
  expect(changedFields(form({ full_name: 'Iris' }))).toEqual({ full_name: 'Iris' })
})
