#include "serve/self_signed.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <memory>

#include "base/text.h"

namespace squall::serve {
namespace {

template <auto Free>
struct Freer {
  template <typename T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freer<X509_free>>;
using Memory = std::unique_ptr<BIO, Freer<BIO_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freer<X509_EXTENSION_free>>;

constexpr long kDay = 24 * 60 * 60;

Error openssl_error(const char* what) {
  char text[256] = "unknown";
  if (unsigned long code = ERR_get_error()) ERR_error_string_n(code, text, sizeof text);
  return Error{std::string("cannot make a certificate: ") + what + ": " + text, ""};
}

std::string contents(const Memory& memory) {
  char* data = nullptr;
  long size = BIO_get_mem_data(memory.get(), &data);
  return std::string(data, static_cast<size_t>(size));
}

bool add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

std::string alternative_names(const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (const std::string& name : names) {
    bool address = name.find_first_not_of("0123456789.") == std::string::npos;
    parts.push_back((address ? "IP:" : "DNS:") + name);
  }
  return join(parts, ",");
}

// A random serial number: browsers refuse two certificates of one issuer with the same number.
bool set_serial(X509* certificate) {
  uint64_t serial = 0;
  if (RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) != 1) return false;
  return ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1 | 1) == 1;
}

bool fill(X509* certificate, EVP_PKEY* key, const std::vector<std::string>& names) {
  X509_NAME* subject = X509_get_subject_name(certificate);
  auto* common_name = reinterpret_cast<const unsigned char*>("squall");
  return X509_set_version(certificate, 2) == 1 && set_serial(certificate) &&
         X509_gmtime_adj(X509_getm_notBefore(certificate), -kDay) &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), 30 * kDay) && X509_set_pubkey(certificate, key) == 1 &&
         X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, common_name, -1, -1, 0) == 1 &&
         X509_set_issuer_name(certificate, subject) == 1 &&
         add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE") &&
         add_extension(certificate, NID_subject_alt_name, alternative_names(names)) &&
         add_extension(certificate, NID_ext_key_usage, "serverAuth") && X509_sign(certificate, key, EVP_sha256()) > 0;
}

}  // namespace

Result<SelfSigned> make_self_signed(const std::vector<std::string>& names) {
  ERR_clear_error();
  Key key(EVP_EC_gen("P-256"));
  if (!key) return openssl_error("the key");
  Certificate certificate(X509_new());
  if (!certificate || !fill(certificate.get(), key.get(), names)) return openssl_error("the certificate");

  Memory certificate_text(BIO_new(BIO_s_mem()));
  Memory key_text(BIO_new(BIO_s_mem()));
  if (!certificate_text || PEM_write_bio_X509(certificate_text.get(), certificate.get()) != 1 || !key_text ||
      PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    return openssl_error("writing it");
  }
  return SelfSigned{contents(certificate_text), contents(key_text)};
}

}  // namespace squall::serve
