import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { describePlace, type S3Place } from '../../platform/place.ts'
import { StoreError } from '../storage-port.ts'

/** Timeouts of requests, in milliseconds. */
export const timeouts = {
  connecting: 3_000,
  /** Start of an answer to a request without a file's bytes. */
  answer: 5_000,
  /** All attempts at such a request together: people wait for it. */
  allAttempts: 12_000,
  /** Answer to a ping; load balancers don't wait long. */
  ping: 4_000,
  /** Sending one part of a file, and its answer. */
  part: 60_000,
  /** Next bytes of a file being read. */
  bytes: 15_000,
}

type Command = Parameters<S3Client['send']>[0]
type Options = Parameters<S3Client['send']>[1]

export interface Bucket {
  place: S3Place
  /**
   * Sends a command, as `S3Client.send`.
   * @throws StoreError with the SDK's error as its cause
   */
  send: S3Client['send']
  /** `send` for the SDK's `Upload`: requests with a file's bytes have longer timeouts. */
  uploader: S3Client
}

/** @returns a bucket, without connecting */
export function openBucket(place: S3Place): Bucket {
  const { endpoint, profile, pathStyle } = place
  // A slow reader of a large file occupies a connection for minutes.
  const agent = { keepAlive: true, maxSockets: 256 }
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    ...(profile && { profile }),
    ...regionOf(place),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Only AWS supports the checksums that the SDK would add. Requests are signed with their SHA-256, which every store
    // checks; bytes read are compared with the hash in the file's metadata.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connecting,
      requestTimeout: timeouts.answer,
      throwOnRequestTimeout: true,
      // It would include pauses of our own reader.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  const send = async (command: Command, options?: Options) => {
    try {
      return await client.send(command, options).catch(error => {
        if (!isAboutClock(error)) throw error
        return client.send(command, options)
      })
    } catch (error) {
      throw storeError(place, error)
    }
  }
  const sendParts = (command: Command) => {
    const isShort = command instanceof CreateMultipartUploadCommand || command instanceof AbortMultipartUploadCommand
    return send(command, isShort ? soon() : { requestTimeout: timeouts.part })
  }
  const uploader: S3Client = Object.create(client, { send: { value: sendParts } })
  return { place, send: send as S3Client['send'], uploader }
}

/**
 * After a clock was corrected: the SDK has noted the difference from the store's answer, but retries by itself only if
 * it is minutes. An answer to HEAD doesn't name its error.
 */
function isAboutClock({ name, $metadata }: S3ServiceException): boolean {
  return name === 'RequestTimeTooSkewed' || ($metadata?.httpStatusCode === 403 && name === 'Unknown')
}

function regionOf({ region, endpoint }: S3Place): { region?: string } {
  if (region) return { region }
  const isSetElsewhere = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION
  return endpoint && !isSetElsewhere ? { region: 'us-east-1' } : {}
}

/**
 * @param error thrown by the SDK
 * @returns the error for an operator
 */
export function storeError(place: S3Place, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  return new StoreError(`${describePlace(place)} ${reasonOf(error)}`, { cause: error })
}

const networkErrors = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function reasonOf(error: unknown): string {
  const { name, code, $metadata } = error as { name: string; code?: string; $metadata?: { httpStatusCode?: number } }
  if (['TimeoutError', 'AbortError'].includes(name) || networkErrors.includes(code ?? '')) {
    return `doesn’t answer (${code ?? name}). Check its address and the network.`
  }
  switch (name) {
    case 'CredentialsProviderError':
      return 'needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
    case 'NoSuchBucket':
      return 'doesn’t exist. Create the bucket, or name another.'
    case 'AccessDenied':
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `refuses these credentials (${name}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they may do there.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `is in another region (${name}). Name it with region=.`
    default:
      return `can’t do what we ask (${[name, $metadata?.httpStatusCode].filter(Boolean).join(' ')}).`
  }
}

/**
 * Sends a command about one file.
 * @param asked result of `Bucket.send`
 * @returns its answer; undefined if the file doesn't exist
 */
export async function unlessMissing<T>(requested: Promise<T>): Promise<T | undefined> {
  try {
    return await requested
  } catch (error) {
    const cause = causeOf(error)
    if (cause?.$metadata?.httpStatusCode === 404 && cause.name !== 'NoSuchBucket') return undefined
    throw error
  }
}

/** @returns the SDK's error that caused one of `Bucket.send` */
export function causeOf(error: unknown): Partial<S3ServiceException> | undefined {
  return error instanceof StoreError ? (error.cause as Partial<S3ServiceException> | undefined) : undefined
}

/** Options of `S3Client.send` for a request that people wait for. */
export const soon = (milliseconds = timeouts.allAttempts) => ({ abortSignal: AbortSignal.timeout(milliseconds) })
