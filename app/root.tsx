import { type ReactNode, useContext } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { fund } from '../content/fund.ts'
import type { Route } from './+types/root'
import { answerFailures } from './shell/actions/failed-answers.ts'
import { EventReplay } from './shell/boot/event-replay.tsx'
import './shell/styles/index.css'
import { reloadWherePolicyDiffers } from './shell/layout/document-reload.ts'
import favicon from './shell/layout/favicon.svg?url'
import { Frame } from './shell/layout/frame.tsx'
import { Preload } from './shell/layout/preload.tsx'
import { RouteChange } from './shell/layout/route-change.tsx'
import { SharingTags } from './shell/layout/sharing-tags.tsx'
import { NonceContext } from './shell/nonce.ts'
import { SessionProvider } from './shell/session.tsx'
import display from './shell/styles/fonts/display.woff2?url'
import displaySmall from './shell/styles/fonts/display-small.woff2?url'
import text from './shell/styles/fonts/text.woff2?url'
import { themeColors } from './shell/styles/theme-colors.ts'
import { NotFound } from './site/not-found.tsx'
import { UnexpectedError } from './site/unexpected-error.tsx'

export const links: Route.LinksFunction = () => [
  ...[display, text, displaySmall].map(href => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [reloadWherePolicyDiffers, answerFailures]

export const meta: Route.MetaFunction = () => [{ title: fund.name }, { name: 'description', content: fund.description }]

/** The HTML document. It also surrounds the error boundary, so nothing in it may throw. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <html lang={fund.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColors.day} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColors.night} />
        <Meta />
        <SharingTags />
        <Links nonce={nonce} />
        <EventReplay nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <RouteChange />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <SessionProvider>
      <Frame>
        <Outlet />
      </Frame>
      <Preload />
    </SessionProvider>
  )
}

/** 'Page not found' keeps header and footer; any other error gets a plain page that depends on nothing else. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <SessionProvider>
        <Frame>
          <NotFound />
        </Frame>
      </SessionProvider>
    )
  return <UnexpectedError />
}
