import type { ComponentProps } from 'react'
import type { Picture } from '../../../content/deck-types.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  picture: Picture
  version: string
  /** Its width on the page, as in the `sizes` attribute of an image. */
  sizes: string
  alt: string
}

/** The picture of a page as AVIF or WebP, no larger than displayed. Its space is reserved before it loads. */
export function SheetPicture({ picture, version, sizes, alt, ...rest }: Props) {
  const address = (width: number, kind: string) => `${picture.path}-${width}.${kind}?v=${version}`
  const all = (kind: string) => picture.widths.map(width => `${address(width, kind)} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={sizes} />
      <img
        {...rest}
        alt={alt}
        sizes={sizes}
        srcSet={all('webp')}
        src={address(picture.widths.at(-1) ?? picture.width, 'webp')}
        width={picture.width}
        height={picture.height}
        decoding="async"
      />
    </picture>
  )
}

/** @returns the alternative text of a page's picture: its title and all of its text */
export function textOf({ title, text }: Picture): string {
  const lines = [title, ...text].map(line => (typeof line === 'string' ? line : line.join(': ')))
  return lines.map(line => (/[.!?:”]$/.test(line) ? line : `${line}.`)).join(' ')
}
