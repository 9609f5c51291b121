import { expect, test } from 'vitest'
import { isFiltered, readDocumentQuery, writeDocumentQuery } from '../document-query.ts'

const person = (address: string) => readDocumentQuery(new URLSearchParams(address))
const everyone = (address: string) => readDocumentQuery(new URLSearchParams(address), 'everyone')

test('both lists use the same parameters, and ignore those they do not support', () => {
  const address = 'q=+note+&owner=iris&type=word&state=requested&sort=size'
  expect(person(address)).toEqual({ search: 'note', kind: 'word', state: 'requested', sort: 'size' })
  expect(everyone(address)).toEqual({ search: 'note', owner: 'iris', kind: 'word', state: 'requested', sort: 'size' })
  expect(person('state=unrequested&sort=owner')).toEqual(person(''))
  expect(everyone('state=viewed&sort=views&type=nonsense')).toEqual(everyone(''))
  expect(person('')).toEqual({ search: '', kind: undefined, state: undefined, sort: 'newest' })
  expect(person('kind=tax&year=2026')).toMatchObject({ topic: 'tax', year: 2026 })
  expect(person('kind=nonsense&year=1 or 1=1')).toEqual(person(''))
  expect(everyone('kind=tax&year=2026')).toEqual(everyone(''))
})

test('a query is written back as the address it was read from', () => {
  for (const address of ['q=a+b&owner=iris&type=pdf&state=unrequested&sort=owner', 'sort=oldest', '']) {
    expect(new URLSearchParams(writeDocumentQuery(everyone(address))).toString()).toBe(address)
  }
  const documents = 'q=a&kind=letters&year=2025'
  expect(new URLSearchParams(writeDocumentQuery(person(documents))).toString()).toBe(documents)
})

test('links from before the lists shared parameters still work', () => {
  expect(everyone('name=note&type=docx&state=pending')).toEqual(everyone('q=note&type=word&state=requested'))
  expect(everyone('type=docusign&state=none')).toEqual(everyone('type=link&state=unrequested'))
  expect(everyone('type=jpg').kind).toBe('picture')
})

test('a sort order alone is not a filter', () => {
  expect(isFiltered(everyone('sort=name'))).toBe(false)
  for (const address of ['q=a', 'owner=a', 'type=pdf', 'state=requested'])
    expect(isFiltered(everyone(address))).toBe(true)
  for (const address of ['kind=tax', 'year=2026']) expect(isFiltered(person(address))).toBe(true)
})
