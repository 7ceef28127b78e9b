//! The house's key, and TLS 1.3 with it. There is no certificate and no authority: the house shows
//! its bare public key (RFC 7250), and the guest compares it with the invitation.

use std::sync::{Arc, LazyLock};

use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring::{ALL_CIPHER_SUITES, kx_group::X25519};
use rustls::crypto::{
    CryptoProvider, GetRandomFailed, KeyProvider, WebPkiSupportedAlgorithms,
    verify_tls13_signature_with_raw_key,
};
use rustls::pki_types::{
    AlgorithmIdentifier, CertificateDer, InvalidSignature, PrivateKeyDer, PrivatePkcs8KeyDer,
    ServerName, SignatureVerificationAlgorithm, SubjectPublicKeyInfoDer, UnixTime, alg_id,
};
use rustls::server::AlwaysResolvesServerRawPublicKeys;
use rustls::sign::{CertifiedKey, SigningKey};
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, ServerConfig,
    ServerConnection, SignatureScheme,
};

use super::invitation::{Fingerprint, Secret, write_signs};

/// What a conversation between two arcades needs and nothing else: one curve to agree on a key, and
/// one to sign with. All that others use would only make the program larger.
static PROVIDER: LazyLock<Arc<CryptoProvider>> = LazyLock::new(|| {
    Arc::new(CryptoProvider {
        cipher_suites: ALL_CIPHER_SUITES.to_vec(),
        kx_groups: vec![X25519],
        signature_verification_algorithms: WebPkiSupportedAlgorithms {
            all: &[&Ed25519],
            mapping: &[(SignatureScheme::ED25519, &[&Ed25519])],
        },
        secure_random: &Randomness,
        key_provider: &Randomness,
    })
});

/// How a house signs.
#[derive(Debug)]
struct Ed25519;

impl SignatureVerificationAlgorithm for Ed25519 {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = UnparsedPublicKey::new(&ED25519, public_key);
        key.verify(message, signature).map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ED25519
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ED25519
    }
}

/// Random numbers of the system. Keys of other kinds than ours aren't read.
#[derive(Debug)]
struct Randomness;

impl rustls::crypto::SecureRandom for Randomness {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), GetRandomFailed> {
        SystemRandom::new().fill(bytes).map_err(|_| GetRandomFailed)
    }
}

impl KeyProvider for Randomness {
    fn load_private_key(
        &self,
        _: PrivateKeyDer<'static>,
    ) -> Result<Arc<dyn SigningKey>, rustls::Error> {
        Err(rustls::Error::General("only the house's own key is read".to_owned()))
    }
}

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
