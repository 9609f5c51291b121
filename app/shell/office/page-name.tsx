import type { ComponentProps, ReactNode } from 'react'
import { pageTitle } from '../../site/meta.ts'

type Props = Omit<ComponentProps<'h1'>, 'children'> & {
  name: string
  /** Shown for the name, if that is more than text. */
  children?: ReactNode
}

/** A page's own name, both as its heading and as the title of the browser's tab. */
export function PageName({ name, children = name, ...heading }: Props) {
  return (
    <>
      <title>{pageTitle(name)}</title>
      <h1 {...heading}>{children}</h1>
    </>
  )
}
