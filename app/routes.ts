import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { fund } from '../content/fund.ts'

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
  route('auth/callback', 'portal/callback/route.tsx'),
  route('profile', 'portal/portal-layout.tsx', [
    index('portal/documents/route.tsx'),
    route('settings', 'portal/settings/route.tsx'),
    route('messages', 'portal/messages/route.tsx'),
    route('messages/new', 'portal/messages/new/route.tsx'),
    route('messages/:id', 'portal/messages/conversation/route.tsx'),
    route('proof', 'portal/proof/route.tsx'),
    route('download/:id', 'portal/download/route.tsx'),
    route('signing/:id', 'portal/signing/route.tsx'),
    route('admin/people/:id', 'portal/admin/person/person-layout.tsx', [
      index('portal/admin/person/route.tsx'),
      route('details', 'portal/admin/person/details/route.tsx'),
      route('messages', 'portal/admin/person/messages/route.tsx'),
      route('signing', 'portal/admin/person/signing/route.tsx'),
      route('access', 'portal/admin/person/access/route.tsx'),
      route('activity', 'portal/admin/person/activity/route.tsx'),
    ]),
    route('admin', 'portal/admin/admin-layout.tsx', [
      index('portal/admin/admin-index.ts'),
      route('people', 'portal/admin/people/route.tsx'),
      route('documents', 'portal/admin/documents/route.tsx'),
      route('delete-requests', 'portal/admin/delete-requests/route.tsx'),
      route('outstanding', 'portal/admin/outstanding/route.tsx'),
      route('leads', 'portal/admin/leads/route.tsx'),
      route('access', 'portal/admin/access/route.tsx'),
      route('audit', 'portal/admin/audit/route.tsx'),
    ]),
  ]),
  route('report', 'portal/report/route.tsx'),
  route('outbox', 'portal/outbox/route.tsx'),
  route('auth-test', 'portal/developer/auth-test.tsx'),
  route('signout-debug', 'portal/developer/signout-debug.tsx'),

  // What the portal's forms and pages ask for in the background
  route('profile/documents', 'portal/documents/bulk-actions.ts'),
  route('profile/documents/:id', 'portal/documents/document-actions.ts'),
  route('profile/documents/:id/views', 'portal/documents/view-history.ts'),
  route('profile/messages/documents', 'portal/messages/find-documents.ts'),
  route('profile/messages/:id/read', 'portal/messages/mark-read.ts'),
  route('profile/funds', 'portal/documents/funds.ts'),
  route('profile/requests', 'portal/document-requests/request-actions.ts'),
  route('profile/people', 'portal/managing/people-search.ts'),
  route('profile/people/:id', 'portal/admin/people/person-actions.ts'),
  route('profile/people/:id/erasure', 'portal/admin/people/erasure-plan.ts'),
  route('profile/access.csv', 'portal/admin/access/export.ts'),
  route('profile/invitations', 'portal/admin/people/invitation-actions.ts'),
  route('profile/leads/:kind/:id', 'portal/admin/leads/lead-actions.ts'),
  route('profile/admin/audit/export', 'portal/admin/audit/export.ts'),
  route('login/passkey', 'portal/passkeys/sign-in-actions.ts'),
  route('profile/passkeys', 'portal/passkeys/passkey-actions.ts'),
  route('profile/settings/mail', 'portal/settings/mail-actions.ts'),

  route('*', 'site/catch-all.tsx'),
] satisfies RouteConfig
