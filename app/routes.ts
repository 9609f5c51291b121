import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** The whole site on one page: address → file. */
export default [
  // Public pages
  index('site/home.tsx'),
  route('*', 'site/anywhere-else.tsx'),
] satisfies RouteConfig
