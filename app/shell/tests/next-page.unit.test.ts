import { expect, test } from 'vitest'
import { nextPage, signInAddress } from '../portal/next-page.ts'

test.each([
  ['/profile?document=0b0e2a5e-7f0c-4f6a-9b1e-2f0f6f1d3c4a', '/profile?document=0b0e2a5e-7f0c-4f6a-9b1e-2f0f6f1d3c4a'],
  ['/profile?show=all#mail', '/profile?show=all#mail'],
  ['/profile?q=é', '/profile?q=%C3%A9'],
  ['/documents?view=onepager', '/documents?view=onepager'],
  ['/logins', '/logins'],
])('sign-in leads to a page of this site: %j', (next, to) => {
  expect(nextPage(next)).toBe(to)
})

test.each([
  null,
  '',
  'profile',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/profile/..//evil.example',
  '/profile//evil.example',
  '/profile/%2e%2e//evil.example',
  '/%2e//evil.example',
  '/profile\\..\\..\\evil.example',
  '/login',
  '/login?next=//evil.example',
  '/profile/../login',
  '/auth/callback?next=/profile',
  '/login#x',
])('sign-in leads nowhere else: %j', next => {
  expect(nextPage(next)).toBe('/profile')
})

test('any query survives sign-in unchanged and stays on this site', () => {
  const wanted = { pathname: '/profile', search: '?document=a&next=//evil.example&x=%0d%0aSet-Cookie:a' }
  const signIn = new URL(signInAddress(wanted), 'https://here.example')
  expect(signIn.pathname).toBe('/login')
  const back = new URL(nextPage(signIn.searchParams.get('next')), 'https://here.example')
  expect([back.host, back.pathname, back.search]).toEqual(['here.example', wanted.pathname, wanted.search])
})

test('someone on the sign-in page already keeps the way back', () => {
  const first = signInAddress({ pathname: '/profile/settings', search: '' })
  const [pathname = '', query = ''] = first.split('?')
  expect(signInAddress({ pathname, search: `?${query}` })).toBe(first)
})
