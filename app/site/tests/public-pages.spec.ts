import { faq } from '../../../content/faq.ts'
import { fund } from '../../../content/fund.ts'
import { copiedStays, landingFade } from '../../../rules/limits.ts'
import { expect, pauseClock, test, visit } from '../../../tests/e2e/fixtures.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'

const slow = slowOf(test)

for (const name of ['Get Started', 'Contact Us Now']) {
  slow(`'${name}' on home leads to contact and asks for a consultation`, async ({ visitor }) => {
    const page = await visitor({ reducedMotion: 'reduce' })
    await visit(page, '/')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/contact')
    expect(await page.evaluate(() => history.state.usr)).toEqual({ consultation: true })
  })
}

slow('one of eleven questions is open at a time, and clicking the open one closes it', async ({ visitor }) => {
  // This needs no scripts.
  const page = await visitor({ javaScriptEnabled: false })
  await visit(page, '/faq')
  expect(faq.questions).toHaveLength(11)
  await expect(page.locator('details')).toHaveCount(11)
  const [fees, process] = faq.questions
  const answer = (text: string | undefined) => page.getByText(text ?? '', { exact: true })
  await expect(answer(fees?.answer[0])).toBeHidden()
  await page.getByText(fees?.question ?? '').click()
  await expect(answer(fees?.answer[0])).toBeVisible()
  await page.getByText(process?.question ?? '').click()
  await expect(answer(process?.answer[0])).toBeVisible()
  await expect(answer(fees?.answer[0])).toBeHidden()
  await page.getByText(process?.question ?? '').click()
  await expect(answer(process?.answer[0])).toBeHidden()
})

test('a URL that names a question opens that question alone', async ({ visitor }) => {
  const [fees, process, loans] = faq.questions
  const page = await visitor({ reducedMotion: 'reduce' })
  const open = page.locator('details[open] summary')
  // Opened directly, with scripts and without.
  const plain = await visitor({ javaScriptEnabled: false })
  await visit(plain, `/faq#${loans?.id}`)
  await expect(plain.getByText(loans?.answer[0] ?? '', { exact: true })).toBeInViewport()
  await expect(plain.locator('details[open] summary')).toBeInViewport()
  await visit(page, `/faq#${loans?.id}`)
  await expect(open).toHaveText(loans?.question ?? '')
  await expect(open).toBeInViewport()
  // Changed in the address bar, on the same page.
  await page.evaluate(id => {
    location.hash = id ?? ''
  }, process?.id)
  await expect(open).toHaveText(process?.question ?? '')
  // A question opened by clicking closes when the URL changes.
  await page.getByText(fees?.question ?? '').click()
  await expect(open).toHaveText(fees?.question ?? '')
  await page.goBack()
  await expect(open).toHaveText(loans?.question ?? '')
  // From another page, as the router follows a link.
  await visit(page, '/about')
  await expect(page.locator('html')).toHaveAttribute('data-ready', '')
  await page.evaluate(id => {
    history.pushState({ ...history.state, key: 'test' }, '', `/faq#${id}`)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, loans?.id)
  await expect(page).toHaveURL(`/faq#${loans?.id}`)
  await expect(open).toHaveText(loans?.question ?? '')
  await expect(open).toBeInViewport()
  await page.reload()
  await expect(open).toHaveText(loans?.question ?? '')
})

slow('the overview fades out for 150 ms with a message before the documents open', async ({ visitor }) => {
  const page = await visitor()
  await page.clock.install()
  await visit(page, '/overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Private Lending. Simplified.' })).toBeVisible()
  await page.locator('html[data-ready]').waitFor()
  await pauseClock(page)
  await page.getByRole('link', { name: 'Learn More' }).first().click()
  await expect(page.getByText('Transitioning...')).toBeVisible()
  await page.clock.runFor(landingFade - 10)
  await expect(page).toHaveURL('/overview')
  await page.clock.runFor(10)
  await expect(page).toHaveURL('/documents')
})

slow('the overview’s cue leads to the approach, and its buttons to contact', async ({ visitor }) => {
  const page = await visitor()
  await visit(page, '/overview')
  await page.getByRole('link', { name: 'Our approach' }).click()
  await expect(page.getByRole('heading', { name: 'Our Approach' })).toBeInViewport()
  await page.getByRole('link', { name: 'Ask the Founder' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('radio', { name: 'I’d like a consultation' })).toBeChecked()
  await visit(page, '/overview')
  await page.getByRole('link', { name: 'Get In Touch' }).click()
  await expect(page).toHaveURL('/contact')
})

slow('the fund’s e-mail address is copied, and the confirmation stays for two seconds', async ({ visitor }) => {
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.clock.install()
  await visit(page, '/investor-portal')
  await page.getByRole('button', { name: 'Copy e-mail address' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fund.emails.investors)
  await page.clock.runFor(copiedStays)
  await expect(page.getByText('Copied', { exact: true })).toBeHidden()
})

slow('the footer of a page prerendered last year shows the current year', async ({ visitor }) => {
  const page = await visitor()
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await page.clock.install({ time: new Date('2031-06-01T00:00:00Z') })
  await visit(page, '/about')
  await expect(page.getByRole('contentinfo')).toContainText(`© 2031 ${fund.name}`)
  expect(errors).toEqual([])
})
