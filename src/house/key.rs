//! The house's key, and TLS 1.3 with it. There is no certificate and no authority: the house shows
//! its bare public key (RFC 7250), and the guest compares it with the invitation.

use std::sync::{Arc, LazyLock};

use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::Ed25519KeyPair;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls13_signature_with_raw_key};
use rustls::pki_types::{
    CertificateDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer, UnixTime,
};
use rustls::server::AlwaysResolvesServerRawPublicKeys;
use rustls::sign::CertifiedKey;
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, ServerConfig,
    ServerConnection, SignatureScheme,
};

use super::invitation::{Fingerprint, Secret, write_signs};

static PROVIDER: LazyLock<Arc<CryptoProvider>> =
    LazyLock::new(|| Arc::new(rustls::crypto::ring::default_provider()));

/// The bytes of a token.
const TOKEN: usize = 20;

/// Random bytes that nobody can guess.
pub(super) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// The hash under which secrets are compared and tokens kept: comparing two of them tells nobody
/// by its time how much of a guess was right.
pub(super) fn hash(bytes: &[u8]) -> [u8; 32] {
    let hash = digest(&SHA256, bytes);
    hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

/// A new token, under which a guest has its seat.
pub(super) fn new_token() -> String {
    write_signs(&random::<TOKEN>())
}

/// Whether this could be a token, so long that nobody guesses it.
pub(super) fn is_token(text: &str) -> bool {
    text.len() == TOKEN / 5 * 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A new secret for an invitation.
pub(super) fn new_secret() -> Secret {
    Secret(random())
}

/// The key by which guests know the house.
pub struct HouseKey {
    pkcs8: Vec<u8>,
    fingerprint: Fingerprint,
    tls: Arc<ServerConfig>,
}

impl HouseKey {
    /// A new key.
    pub fn generate() -> HouseKey {
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
        let pkcs8 = pkcs8.expect("the system has random numbers");
        HouseKey::read(pkcs8.as_ref()).expect("a key that was just made can be read")
    }

    /// The key that [`HouseKey::bytes`] wrote.
    pub fn read(pkcs8: &[u8]) -> Result<HouseKey, String> {
        let bad = |error: rustls::Error| error.to_string();
        let signing = rustls::crypto::ring::sign::any_eddsa_type(&PrivatePkcs8KeyDer::from(pkcs8));
        let signing = signing.map_err(bad)?;
        let public = signing.public_key().ok_or("the key has no public half")?;
        let fingerprint = fingerprint(&public);
        let shown =
            CertifiedKey::new(vec![CertificateDer::from(public.as_ref().to_vec())], signing);
        let resolver = AlwaysResolvesServerRawPublicKeys::new(Arc::new(shown));
        let mut tls = ServerConfig::builder_with_provider(PROVIDER.clone())
            .with_protocol_versions(&[&TLS13])
            .map_err(bad)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(resolver));
        // Nobody resumes: a guest that comes back shows its token instead.
        tls.send_tls13_tickets = 0;
        Ok(HouseKey { pkcs8: pkcs8.to_vec(), fingerprint, tls: Arc::new(tls) })
    }

    /// What a file keeps.
    pub fn bytes(&self) -> &[u8] {
        &self.pkcs8
    }

    /// What invitations say of it.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The house's side of a new conversation.
    pub(super) fn accept(&self) -> Result<ServerConnection, rustls::Error> {
        ServerConnection::new(self.tls.clone())
    }
}

fn fingerprint(public: &[u8]) -> Fingerprint {
    let mut first = [0; 10];
    first.copy_from_slice(&hash(public)[..10]);
    Fingerprint(first)
}

/// The guest's side of a new conversation, with the house of this fingerprint and no other.
pub(super) fn call(expected: Fingerprint) -> Result<ClientConnection, rustls::Error> {
    let mut config = ClientConfig::builder_with_provider(PROVIDER.clone())
        .with_protocol_versions(&[&TLS13])?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Pinned(expected)))
        .with_no_client_auth();
    config.enable_sni = false;
    config.resumption = rustls::client::Resumption::disabled();
    // The key is the house's name; what stands here is never sent.
    let name = ServerName::try_from("house.invalid").map_err(|_| rustls::Error::EncryptError)?;
    ClientConnection::new(Arc::new(config), name)
}

/// Whether an error means that the house at the other end is another one.
pub(super) fn is_another_house(error: &rustls::Error) -> bool {
    matches!(
        error,
        rustls::Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure)
    )
}

/// Knows a house by its fingerprint.
#[derive(Debug)]
struct Pinned(Fingerprint);

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        match fingerprint(shown) == self.0 {
            true => Ok(ServerCertVerified::assertion()),
            false => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Err(rustls::PeerIncompatible::Tls12NotOffered.into())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let public = SubjectPublicKeyInfoDer::from(shown.as_ref());
        let known = &PROVIDER.signature_verification_algorithms;
        verify_tls13_signature_with_raw_key(message, &public, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }

    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_was_kept_is_the_same_key() {
        let key = HouseKey::generate();
        let again = HouseKey::read(key.bytes()).unwrap();
        assert_eq!(again.fingerprint(), key.fingerprint());
        assert_ne!(HouseKey::generate().fingerprint(), key.fingerprint());
        assert!(HouseKey::read(b"not a key").is_err());
    }
}
