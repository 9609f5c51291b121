import type { ComponentProps, ReactNode } from 'react'
import { pageTitle } from '../../site/meta.ts'

type Props = Omit<ComponentProps<'h1'>, 'children'> & {
  name: string
  /** Shown for the name, where that is more than words. */
  children?: ReactNode
}

/** A page's own name, once as its heading and once as the title of the browser's tab. */
export function PageName({ name, children = name, ...heading }: Props) {
  return (
    <>
      <title>{pageTitle(name)}</title>
      <h1 {...heading}>{children}</h1>
    </>
  )
}
