import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { fund } from '../content/fund.ts'
import { type AdminPage, adminPages } from './portal/admin/admin-pages.ts'

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

  // For machines
  route('sitemap.xml', 'site/sitemap.ts'),
  route('robots.txt', 'site/robots.ts'),
  route('manifest.webmanifest', 'site/manifest.ts'),
  route('.well-known/security.txt', 'site/security-txt.ts'),

  // The portal
  route('login', 'portal/login/route.tsx'),
  route('login/held', 'portal/login/held.tsx'),
  route('auth/callback', 'portal/callback/route.tsx'),
  route('profile', 'portal/portal-layout.tsx', [
    index('portal/documents/route.tsx'),
    route('settings', 'portal/settings/route.tsx'),
    route('accreditation', 'portal/accreditation/route.tsx'),
    route('tax', 'portal/tax/route.tsx'),
    route('messages', 'portal/messages/route.tsx'),
    route('messages/new', 'portal/messages/new/route.tsx'),
    route('messages/:id', 'portal/messages/conversation/route.tsx'),
    route('notes', 'portal/notes/route.tsx'),
    route('notes/:id', 'portal/notes/note/route.tsx'),
    route('notes/:id/choice', 'portal/notes/choice/route.tsx'),
    route('delegates', 'portal/delegates/route.tsx'),
    route('delegates/:id', 'portal/delegates/delegate/route.tsx'),
    route('shared', 'portal/shared/route.tsx'),
    route('shared/:id', 'portal/shared/figures/route.tsx'),
    route('year/:year', 'portal/year/route.tsx'),
    route('proof', 'portal/proof/route.tsx'),
    route('download/:id', 'portal/download/route.tsx'),
    route('signing/:id', 'portal/signing/route.tsx'),
    layout('portal/admin/office-layout.tsx', [
      route('admin/people/:id', 'portal/admin/person/person-layout.tsx', [
        index('portal/admin/person/route.tsx'),
        route('overview', 'portal/admin/person/overview/route.tsx'),
        route('details', 'portal/admin/person/details.ts'),
        route('messages', 'portal/admin/person/messages/route.tsx'),
        route('signing', 'portal/admin/person/signing/route.tsx'),
        route('access', 'portal/admin/person/access/route.tsx'),
        route('activity', 'portal/admin/person/activity/route.tsx'),
      ]),
      ...prefix('admin', routesOf(adminPages.filter(({ forApprovers }) => forApprovers))),
      route('admin', 'portal/admin/admin-layout.tsx', [
        index('portal/admin/admin-index.ts'),
        ...routesOf(adminPages.filter(({ forApprovers }) => !forApprovers)),
      ]),
    ]),
  ]),
  route('report', 'portal/report/route.tsx'),
  route('stop', 'portal/stop/route.tsx'),
  route('outbox', 'portal/outbox/route.tsx'),
  route('auth-test', 'portal/developer/auth-test.tsx'),
  route('signout-debug', 'portal/developer/signout-debug.tsx'),

  // What the portal's forms and pages ask for in the background
  route('profile/documents', 'portal/documents/bulk-actions.ts'),
  route('profile/documents/:id', 'portal/documents/document-actions.ts'),
  route('profile/documents/:id/views', 'portal/documents/view-history.ts'),
  route('profile/notes/payments.csv', 'portal/notes/payments-file.ts'),
  route('profile/accreditation/:id/letter.pdf', 'portal/accreditation/letter-file.ts'),
  route('profile/tax/sample/:id', 'portal/tax/sample-file.ts'),
  route('profile/messages/documents', 'portal/messages/find-documents.ts'),
  route('profile/messages/:id/read', 'portal/messages/mark-read.ts'),
  route('profile/counts', 'portal/documents/filter-counts.ts'),
  route('profile/funds', 'portal/documents/funds.ts'),
  route('profile/requests', 'portal/document-requests/request-actions.ts'),
  route('profile/register/:file', 'portal/admin/register/export.ts'),
  route('profile/filing', 'portal/admin/holders/filing.ts'),
  route('profile/people', 'portal/managing/people-search.ts'),
  route('profile/people/:id', 'portal/admin/people/person-actions.ts'),
  route('profile/people/:id/erasure', 'portal/admin/people/erasure-plan.ts'),
  route('profile/tax/notice/:id', 'portal/admin/tax/notice-file.ts'),
  route('profile/tax/iris/:id', 'portal/admin/tax/iris-file.ts'),
  ...filesOf(adminPages),
  route('profile/inbox.csv', 'portal/admin/messages/export.ts'),
  route('profile/columns/:list', 'portal/admin/columns/column-actions.ts'),
  route('profile/invitations', 'portal/admin/people/invitation-actions.ts'),
  route('profile/admin/leads/:id', 'portal/admin/messages/find-conversation.ts'),
  route('login/passkey', 'portal/passkeys/sign-in-actions.ts'),
  route('profile/passkeys', 'portal/passkeys/passkey-actions.ts'),
  route('profile/settings/account', 'portal/settings/account-actions.ts'),
  route('profile/settings/mail', 'portal/settings/mail-actions.ts'),

  route('*', 'site/catch-all.tsx'),
] satisfies RouteConfig

/** @returns the routes of pages of the office */
function routesOf(pages: readonly AdminPage[]): RouteConfigEntry[] {
  return pages.map(({ path, folder = path }) => route(path, `portal/admin/${folder}/route.tsx`))
}

/** @returns the routes of the files that lists are saved as */
function filesOf(pages: readonly AdminPage[]): RouteConfigEntry[] {
  return pages.flatMap(({ path, file }) =>
    file ? [route(`profile/${file.path}`, `portal/admin/${path}/${file.module}`)] : [],
  )
}
