//! What a new file keeps of the one that it replaces: owner, group, access control list, other attributes and
//! permissions. Nobody gets rights that they did not have: if the group cannot be kept, its rights are dropped.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Gives `file` what the file at `path` has.
#[cfg(unix)]
pub fn keep(file: &File, path: &Path, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    const SET_USER: u32 = 0o4000;
    const SET_GROUP: u32 = 0o2000;
    // Only the superuser can give a file to somebody else. A group can also be given by its members.
    let has_owner = fchown(file, Some(old.uid()), None).is_ok();
    let has_group = fchown(file, None, Some(old.gid())).is_ok();
    if keep_attributes(file, path)? && !has_group {
        return Err(io::Error::other("its group cannot be kept, which its access control list has rights for"));
    }
    let mut mode = old.mode() & 0o7777;
    if !has_owner {
        mode &= !SET_USER;
    }
    if !has_group {
        let of_others = mode & 0o007;
        mode &= !SET_GROUP & (!0o070 | of_others << 3);
    }
    file.set_permissions(PermissionsExt::from_mode(mode))
}

#[cfg(not(unix))]
pub fn keep(file: &File, _: &Path, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// Copies the extended attributes. Returns whether there is an access control list.
#[cfg(target_os = "linux")]
fn keep_attributes(file: &File, path: &Path) -> io::Result<bool> {
    use std::ffi::CStr;

    use rustix::fs::{XattrFlags, fsetxattr, getxattr, listxattr};

    /// The maximum length of the list of names and of a value.
    const MOST: usize = 64 * 1024;
    const LIST: &CStr = c"system.posix_acl_access";
    let mut names = vec![0; MOST];
    // Not every file system has attributes.
    let length = listxattr(path, &mut names[..]).unwrap_or(0);
    let mut value = vec![0; MOST];
    let mut has_list = false;
    for name in names[..length].split_inclusive(|&byte| byte == 0) {
        let Ok(name) = CStr::from_bytes_with_nul(name) else { continue };
        let is_list = name == LIST;
        // Attributes of other namespaces belong to the system, such as capabilities, which were given to the old
        // bytes only.
        if !is_list && !name.to_bytes().starts_with(b"user.") {
            continue;
        }
        let copied = getxattr(path, name, &mut value[..])
            .and_then(|length| fsetxattr(file, name, &value[..length], XattrFlags::empty()));
        if let Err(error) = copied {
            let name = name.to_string_lossy();
            return Err(io::Error::new(error.kind(), format!("its attribute {name} cannot be kept: {error}")));
        }
        has_list |= is_list;
    }
    Ok(has_list)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn keep_attributes(_: &File, _: &Path) -> io::Result<bool> {
    Ok(false)
}
