//! Where a house listens, and by which address others reach it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::Path;

use crate::store::read_text;

/// The port of a house that nobody gave another.
const USUAL_PORT: u16 = 4177;

/// Takes the port that was asked for, or for 0 the one of the last time, or a free one.
pub fn bind(listen: Option<SocketAddr>, before: Option<SocketAddr>) -> Result<TcpListener, String> {
    let anywhere = listen.is_none_or(|listen| listen.ip().is_unspecified());
    let listen = listen.unwrap_or((Ipv4Addr::LOCALHOST, 0).into());
    let usual = anywhere.then(|| SocketAddr::from((listen.ip(), USUAL_PORT)));
    if listen.port() == 0 {
        let before = before.filter(|before| before.ip() == listen.ip());
        let tried = before.into_iter().chain(usual).map(TcpListener::bind);
        if let Some(listener) = tried.into_iter().find_map(Result::ok) {
            return Ok(listener);
        }
    }
    TcpListener::bind(listen).map_err(|error| format!("can't listen at {listen}: {error}"))
}

/// The address by which the network knows this machine; none if it is on none.
pub fn network_address() -> Option<String> {
    let address = reachable(Ipv4Addr::UNSPECIFIED.into());
    (address != Ipv4Addr::LOCALHOST.to_string()).then_some(address)
}

/// The address by which others reach a house that listens at all of them. Nothing is sent: the
/// system is only asked which of its addresses it would send from.
pub fn reachable(listened: IpAddr) -> String {
    if !listened.is_unspecified() {
        return listened.to_string();
    }
    let (any, far): (SocketAddr, SocketAddr) = match listened {
        IpAddr::V4(_) => ((Ipv4Addr::UNSPECIFIED, 0).into(), ([192, 0, 2, 1], 9).into()),
        IpAddr::V6(_) => {
            let far: Ipv6Addr = [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1].into();
            ((Ipv6Addr::UNSPECIFIED, 0).into(), (far, 9).into())
        }
    };
    let ask = || {
        let socket = UdpSocket::bind(any).ok()?;
        socket.connect(far).ok()?;
        socket.local_addr().ok()
    };
    let loopback = match listened {
        IpAddr::V4(_) => IpAddr::from(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::from(Ipv6Addr::LOCALHOST),
    };
    let found = ask().map(|found| found.ip());
    let found = found.or_else(|| listened.is_ipv4().then(near).flatten());
    found.unwrap_or(loopback).to_string()
}

/// The address of this machine on a network that leads nowhere else, like a cable between two.
fn near() -> Option<IpAddr> {
    // Elsewhere than on Linux there is no such file, and the person names the address.
    let routes = read_text(Path::new("/proc/net/route")).ok()?;
    neighbours(&routes).find_map(|neighbour| {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((neighbour, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback())
    })
}

/// An address in each network of a table of routes, but for those inside this machine.
fn neighbours(routes: &str) -> impl Iterator<Item = Ipv4Addr> {
    routes.lines().skip(1).filter_map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let inside = ["lo", "docker", "br-", "virbr"];
        // The bytes stand in the order in which the network has them.
        let network = u32::from_str_radix(words.next()?, 16).ok()?.to_ne_bytes();
        let own = inside.iter().any(|it| name.starts_with(it)) || network == [0; 4];
        (!own).then(|| Ipv4Addr::from(u32::from_be_bytes(network) | 1))
    })
}

/// A house of hundreds needs more open files than many systems grant at first.
#[cfg(unix)]
pub fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let more = Rlimit { current: limit.maximum.map(|most| most.min(4096)), ..limit };
    if limit.current < more.current {
        // A house that may not has room for fewer.
        let _ = setrlimit(Resource::Nofile, more);
    }
}

/// Where there is no such limit there is nothing to raise.
#[cfg(windows)]
pub fn raise_open_files() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")]
    fn networks_are_read_from_a_table_of_routes() {
        let routes = "Iface\tDestination\tGateway \tFlags\n\
                      docker0\t000011AC\t00000000\t0001\n\
                      v0\t0007070A\t00000000\t0001\n\
                      eth0\t00000000\t0107070A\t0003\n\
                      nonsense\n";
        let found: Vec<String> = neighbours(routes).map(|it| it.to_string()).collect();
        assert_eq!(found, ["10.7.7.1"]);
    }
}
