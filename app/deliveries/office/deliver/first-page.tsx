import { useEffect, useRef, useState } from 'react'
import { acceptedExtension } from '../../../documents/documents.ts'
import style from './deliver.module.css'

/** Characters of a text file that are shown. */
const shown = 600

/** The first page of a file that the browser has, as a picture, so that the sender sees the file before it is sent. */
export function FirstPage({ file }: { file: File }) {
  const type = acceptedExtension(file.name)
  return (
    <div className={style.page} aria-hidden="true">
      {type === 'pdf' ? (
        <PdfPage file={file} />
      ) : type === 'jpg' || type === 'jpeg' || type === 'png' ? (
        <Picture file={file} />
      ) : type === 'txt' ? (
        <Text file={file} />
      ) : (
        <NoPage>{type?.toUpperCase()}</NoPage>
      )}
    </div>
  )
}

function PdfPage({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    const draw = async () => {
      try {
        const { drawFirstPage } = await import('./draw-first-page.ts')
        if (canvas.current) await drawFirstPage(file, canvas.current, gone.signal)
      } catch {
        // Damaged, or it wants a password.
        if (!gone.signal.aborted) setFailed(true)
      }
    }
    void draw()
    return () => gone.abort()
  }, [file])
  return failed ? <NoPage>This PDF can’t be shown.</NoPage> : <canvas ref={canvas} />
}

function Picture({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address ? <img src={address} alt="" /> : null
}

function Text({ file }: { file: File }) {
  const [text, setText] = useState('')
  useEffect(() => {
    file
      .slice(0, shown)
      .text()
      .then(setText, () => {})
  }, [file])
  return <pre>{text}</pre>
}

function NoPage({ children }: { children: React.ReactNode }) {
  return <p>{children}</p>
}
