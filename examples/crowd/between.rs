//! Lines with something wrong with them.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use parlour::house::Invitation;

/// What stands between a guest and the house.
#[derive(Clone, Copy, Debug)]
pub enum Between {
    /// Cut after so many bytes, again and again.
    Cut(usize),
    /// Every piece comes so much later.
    Delay(Duration),
    /// Byte by byte.
    Trickle,
}

/// A line to the house with something wrong with it; answers where guests find it.
pub fn between(house: &Invitation, what: Between) -> Result<Invitation, Box<dyn Error>> {
    let door = TcpListener::bind("127.0.0.1:0")?;
    let port = door.local_addr()?.port();
    let there = (house.host.clone(), house.port);
    thread::spawn(move || {
        for near in door.incoming().map_while(Result::ok) {
            let Ok(far) = TcpStream::connect((there.0.as_str(), there.1)) else { continue };
            for (mut from, mut to) in
                [(near.try_clone(), far.try_clone()), (far.try_clone(), near.try_clone())]
                    .into_iter()
                    .filter_map(|(from, to)| Some((from.ok()?, to.ok()?)))
            {
                let _ = to.set_nodelay(true);
                thread::spawn(move || {
                    let (mut bytes, mut passed) = ([0; 4096], 0);
                    while let Ok(read @ 1..) = from.read(&mut bytes) {
                        passed += read;
                        let sent = match what {
                            Between::Cut(most) if passed > most => break,
                            Between::Cut(_) => to.write_all(&bytes[..read]),
                            Between::Delay(time) => {
                                thread::sleep(time);
                                to.write_all(&bytes[..read])
                            }
                            Between::Trickle => bytes[..read].iter().try_for_each(|byte| {
                                thread::sleep(Duration::from_micros(100));
                                to.write_all(&[*byte])
                            }),
                        };
                        if sent.is_err() {
                            break;
                        }
                    }
                    let _ = from.shutdown(Shutdown::Both);
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
        }
    });
    Ok(Invitation { host: "127.0.0.1".to_owned(), port, ..house.clone() })
}
