/** Checks the free space of the disks that this process writes to. A full disk makes every write 503, so a low one is reported before. */
import { statfs } from 'node:fs/promises'

/** Imports and documents of an hour fit into it. */
export const MIN_FREE_BYTES = 512 * 1024 * 1024
const ASKED_AGAIN_AFTER_MS = 10_000

export interface FreeSpace {
  isLow(): Promise<boolean>
}

/** A folder that cannot be asked about counts as one with room: reads and writes there fail by themselves. */
export function createFreeSpaceCheck(
  folders: readonly string[],
  {
    minFreeBytes = MIN_FREE_BYTES,
    freeBytesOf = findFreeBytes,
    onChange = () => {},
  }: {
    minFreeBytes?: number
    freeBytesOf?: (folder: string) => Promise<number>
    onChange?: (isLow: boolean) => void
  } = {},
): FreeSpace {
  let known: { isLow: boolean; at: number } | null = null
  let asking: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    const free = await Promise.all(
      folders.map((folder) => freeBytesOf(folder).catch(() => Number.POSITIVE_INFINITY)),
    )
    const isLow = free.some((bytes) => bytes < minFreeBytes)
    if (isLow !== (known?.isLow ?? false)) onChange(isLow)
    known = { isLow, at: performance.now() }
    return isLow
  }
  return {
    async isLow() {
      if (known && performance.now() - known.at < ASKED_AGAIN_AFTER_MS) return known.isLow
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
  }
}

export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
