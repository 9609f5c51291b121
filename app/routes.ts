import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** The whole site on one page: address → file. */
export default [
  // Public pages
  index('site/home.tsx'),

  // The portal
  route('login', 'portal/login.tsx'),
  route('auth/callback', 'portal/callback.tsx'),
  route('profile', 'portal/profile.tsx'),
  route('profile/documents/:id/views', 'portal/views.ts'),
  route('outbox', 'portal/outbox.tsx'),

  route('*', 'site/anywhere-else.tsx'),
] satisfies RouteConfig
