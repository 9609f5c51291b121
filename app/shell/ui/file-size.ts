/** @returns the size in units of 1024, as people read it: '412 KB', '2.1 MB' */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  // Whole kilobytes below one megabyte; 1023.6 KB would round to 1024 KB, so it is shown as 1 MB.
  const kilobytes = bytes / 1024
  if (Math.round(kilobytes) < 1024) return `${Math.round(kilobytes)} KB`
  const megabytes = kilobytes / 1024
  return `${megabytes < 100 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`
}

/** @returns how much is stored or free, as people read it: '412 KB', '2.1 MB', '14.3 GB', '1.2 TB' */
export function storageSize(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  if (gigabytes < 1) return fileSize(bytes)
  const [size, unit] = gigabytes < 1024 ? [gigabytes, 'GB'] : [gigabytes / 1024, 'TB']
  return `${size < 100 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`
}
