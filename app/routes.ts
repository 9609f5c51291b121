import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { fund } from '../content/fund.ts'
import { type AdminPage, adminPages } from './shell/office/admin-pages.ts'

/** Every route of the site: its path and its module. */
export default [
  // Public pages
  index('site/home.tsx'),
  route('overview', 'site/overview.tsx'),
  route('about', 'site/about.tsx'),
  route('faq', 'site/faq.tsx'),
  route('investor-info', 'site/investor-info.tsx'),
  route('investor-portal', 'site/investor-portal.tsx'),
  route('contact', 'site/contact/contact.tsx'),
  route('email-contact', 'site/contact/email-contact.tsx'),
  route('phone-call-booking', 'site/contact/phone-call-booking.tsx'),
  route('video-call-booking', 'site/contact/video-call-booking.tsx'),
  route(fund.founderPath.slice(1), 'site/contact/founder-booking.tsx'),
  route('call', 'site/contact/call.tsx'),
  route('terms', 'site/terms.tsx'),
  route('privacy', 'site/privacy.tsx'),
  route('guide', 'site/guide.tsx'),
  route('pitch-deck', 'site/pitch-deck.tsx'),
  route('documents', 'site/investor-documents.tsx'),
  route('docs', 'site/docs.ts'),
  route('verify', 'sealing/investor/route.tsx'),

  // For machines
  route('sitemap.xml', 'site/sitemap.ts'),
  route('robots.txt', 'site/robots.ts'),
  route('manifest.webmanifest', 'site/manifest.ts'),
  route('.well-known/security.txt', 'site/security-txt.ts'),

  // The portal
  route('login', 'identity/investor/login/route.tsx'),
  route('login/held', 'identity/investor/login/held.tsx'),
  route('auth/callback', 'identity/investor/callback/route.tsx'),
  route('profile', 'shell/portal/portal-layout.tsx', [
    index('documents/investor/route.tsx'),
    route('settings', 'settings/investor/route.tsx'),
    route('accreditation', 'accreditation/investor/route.tsx'),
    route('covered-person', 'covered-persons/investor/route.tsx'),
    route('tax', 'tax/investor/route.tsx'),
    route('messages', 'messages/investor/route.tsx'),
    route('messages/new', 'messages/investor/new/route.tsx'),
    route('messages/:id', 'messages/investor/conversation/route.tsx'),
    route('notes', 'holdings/investor/route.tsx'),
    route('notes/:id', 'holdings/investor/note/route.tsx'),
    route('notes/:id/choice', 'holdings/investor/choice/route.tsx'),
    route('wire/:id', 'wire-instructions/investor/route.tsx'),
    route('delegates', 'delegates/investor/route.tsx'),
    route('delegates/:id', 'delegates/investor/delegate/route.tsx'),
    route('shared', 'delegates/investor/shared/route.tsx'),
    route('shared/:id', 'delegates/investor/shared/figures/route.tsx'),
    route('year/:year', 'statements/investor/year/route.tsx'),
    route('proof', 'identity/investor/proof/route.tsx'),
    route('download/:id', 'documents/investor/download/route.tsx'),
    route('signing', 'signing/investor/route.tsx'),
    route('signing/envelopes/:id', 'signing/investor/envelope/route.tsx'),
    route('signing/consent', 'signing/investor/consent/route.tsx'),
    route('signing/:id', 'documents/investor/signing/route.tsx'),
    layout('shell/office/office-layout.tsx', [
      route('admin/people/:id', 'people/office/person/person-layout.tsx', [
        index('people/office/person/route.tsx'),
        route('overview', 'people/office/person/overview/route.tsx'),
        route('details', 'people/office/person/details.ts'),
        route('messages', 'people/office/person/messages/route.tsx'),
        route('signing', 'people/office/person/signing/route.tsx'),
        route('access', 'people/office/person/access/route.tsx'),
        route('activity', 'people/office/person/activity/route.tsx'),
      ]),
      ...prefix('admin', routesOf(adminPages.filter(({ forApprovers }) => forApprovers))),
      route('admin', 'shell/office/admin-layout.tsx', [
        index('shell/office/admin-index.ts'),
        ...routesOf(adminPages.filter(({ forApprovers }) => !forApprovers)),
      ]),
    ]),
  ]),
  route('report', 'identity/investor/report/route.tsx'),
  route('stop', 'identity/investor/stop/route.tsx'),
  route('outbox', 'notifications/investor/outbox/route.tsx'),
  route('auth-test', 'identity/investor/developer/auth-test.tsx'),
  route('signout-debug', 'identity/investor/developer/signout-debug.tsx'),

  // What the portal's forms and pages ask for in the background
  route('profile/documents', 'documents/investor/bulk-actions.ts'),
  route('profile/documents/:id', 'documents/investor/document-actions.ts'),
  route('profile/documents/:id/views', 'documents/investor/view-history.ts'),
  route('profile/notes/payments.csv', 'holdings/investor/payments-file.ts'),
  route('profile/accreditation/:id/letter.pdf', 'accreditation/investor/letter-file.ts'),
  route('profile/signing/sample/:id', 'signing/investor/sample-file.ts'),
  route('profile/tax/sample/:id', 'tax/investor/sample-file.ts'),
  route('profile/messages/documents', 'messages/investor/find-documents.ts'),
  route('profile/messages/:id/read', 'messages/investor/mark-read.ts'),
  route('profile/counts', 'documents/investor/filter-counts.ts'),
  route('profile/funds', 'documents/investor/funds.ts'),
  route('profile/requests', 'document-requests/investor/request-actions.ts'),
  route('profile/register/:file', 'register/office/export.ts'),
  route('profile/filing', 'holders/office/filing.ts'),
  route('profile/people', 'people/office/managing/people-search.ts'),
  route('profile/people/:id', 'people/office/person-actions.ts'),
  route('profile/people/:id/erasure', 'people/office/erasure-plan.ts'),
  route('profile/tax/notice/:id', 'tax/office/notice-file.ts'),
  route('profile/tax/iris/:id', 'tax/office/iris-file.ts'),
  ...filesOf(adminPages),
  route('profile/inbox.csv', 'messages/office/export.ts'),
  route('profile/columns/:list', 'lists/office/columns/column-actions.ts'),
  route('profile/invitations', 'people/office/invitation-actions.ts'),
  route('profile/admin/leads/:id', 'messages/office/find-conversation.ts'),
  route('login/passkey', 'identity/investor/passkeys/sign-in-actions.ts'),
  route('profile/passkeys', 'identity/investor/passkeys/passkey-actions.ts'),
  route('profile/settings/account', 'settings/investor/account-actions.ts'),
  route('profile/settings/mail', 'settings/investor/mail-actions.ts'),

  route('*', 'site/catch-all.tsx'),
] satisfies RouteConfig

/** @returns the routes of pages of the office */
function routesOf(pages: readonly AdminPage[]): RouteConfigEntry[] {
  return pages.map(page => route(page.path, `${folderOf(page)}/route.tsx`))
}

/** @returns the routes of the files that lists are saved as */
function filesOf(pages: readonly AdminPage[]): RouteConfigEntry[] {
  return pages.flatMap(page =>
    page.file ? [route(`profile/${page.file.path}`, `${folderOf(page)}/${page.file.module}`)] : [],
  )
}

/** @returns the folder of a page of the office, below `app/`: `tax/forms/run` stands for `tax/office/forms/run` */
function folderOf({ path, folder = path }: AdminPage): string {
  const [capability, ...rest] = folder.split('/')
  return [capability, 'office', ...rest].join('/')
}
