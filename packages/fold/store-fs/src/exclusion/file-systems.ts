/** File systems on which a lock may not reach every writer, by the number the system gives them. */
const DOUBTFUL: Readonly<Record<number, string>> = {
  [0x6969]: "nfs",
  [0x517b]: "smb",
  [0xff534d42]: "cifs",
  [0xfe534d42]: "smb2",
  [0x01021997]: "9p",
  [0x65735546]: "fuse or virtiofs",
  [0x5346414f]: "afs",
  [0x00c36400]: "ceph",
  [0x0bd00bd0]: "lustre",
  [0x786f4256]: "vboxsf",
  [0xbacbacbc]: "vmhgfs",
};

/** The name of a doubtful file system; null for any other. */
export function doubtfulFileSystem(type: number | null): string | null {
  return type === null ? null : (DOUBTFUL[type] ?? null);
}
